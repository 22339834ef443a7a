package views

import (
	_ "embed"
	"strings"
)

// The names of the zones that people live in, from zone.tab of the tz database (public domain), and UTC.
//
//go:embed zones.txt
var zoneNames string

// zoneGroup is the zones of one continent, for the select of the settings.
type zoneGroup struct {
	Name  string
	Zones []string
}

// zoneGroups is all zones by continent; current comes first where the list lacks it.
func zoneGroups(current string) []zoneGroup {
	groups := []zoneGroup{{Name: "Everywhere"}}
	known := false
	for name := range strings.FieldsSeq(zoneNames) {
		known = known || name == current
		continent, _, inside := strings.Cut(name, "/")
		if !inside {
			continent = groups[0].Name
		}
		if groups[len(groups)-1].Name != continent {
			groups = append(groups, zoneGroup{Name: continent})
		}
		last := &groups[len(groups)-1]
		last.Zones = append(last.Zones, name)
	}
	if !known && current != "" {
		groups[0].Zones = append([]string{current}, groups[0].Zones...)
	}
	return groups
}
