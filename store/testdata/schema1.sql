INSERT INTO keys VALUES ('token', x'612a270fc2458c4c1a02a3aa1abe07c4ef7529d4998bc7918a6e30854562355f');
INSERT INTO players VALUES (1, 'Ann', 'ann', 'ann@example.com', 'ann@example.com', 'hash of Ann', 'UTC', 1, 1, 1, x'a25b7e1a4794758502c93e36cd09cf8152e7887d47520bc110ab04903821aaa3', 1792872000, NULL);
INSERT INTO players VALUES (2, 'Bob', 'bob', 'bob@example.com', 'bob@example.com', 'hash of Bob', 'Asia/Tokyo', 1, 1, 1, x'677e7c6276e873e49f8aa905ae0ba1dcfa5d535f5362b443c6fc1ff06708d349', 1792872000, NULL);
INSERT INTO variants VALUES ('0c5c260c91ae6c1c63d522cccdc4692764b21bc134ef0db2098caaeed3688fcc', 'chess', 'Chess', NULL, '[chess]
title = Chess
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
deadPosition = k n b b+
', 1792872000);
INSERT INTO variants VALUES ('56bf476bf5413afd4306fbf774641c8a8284919c2aea5cfb4a985f428bdeb1d4', 'crazyhouse', 'Crazyhouse', NULL, '[crazyhouse]
title = Crazyhouse
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
pieceDrops = true
capturesToHand = true
nMoveRule = 0
nMoveAuto = 0
deadPosition = -
', 1792872000);
INSERT INTO presets VALUES ('4T26ECA6SB', 1, 'pyrrhus', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Yy] w KQkq - 0 1', 7, 'black', 'Slow', 1793160000);
INSERT INTO games VALUES ('f1pkcJW2aq', '0c5c260c91ae6c1c63d522cccdc4692764b21bc134ef0db2098caaeed3688fcc', '', 1, 2, 3, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2', 3, 5, 1, 'finished', '1-0', 'time', NULL, '', 'Nf3', 1792872000, 1792882800, NULL, 1793160000, 0, 0);
INSERT INTO games VALUES ('rre3gBZGNg', '56bf476bf5413afd4306fbf774641c8a8284919c2aea5cfb4a985f428bdeb1d4', 'Cup', 2, 1, 5, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1', 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2', 3, 4, 1, 'playing', '*', '', NULL, '', 'exd5', 1792872000, 1792893600, 1793325600, NULL, 0, 0);
INSERT INTO games VALUES ('boEmsmygB5', '0c5c260c91ae6c1c63d522cccdc4692764b21bc134ef0db2098caaeed3688fcc', '', 1, 2, 1, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 4, 6, 0, 'finished', '0-1', 'checkmate', NULL, '', 'Qh4#', 1792872000, 1792908000, NULL, 1792908000, 0, 0);
INSERT INTO events VALUES ('boEmsmygB5', 1, 0, 0, 'start', 1792872000);
INSERT INTO events VALUES ('boEmsmygB5', 2, 1, 0, 'move', 1792897200);
INSERT INTO events VALUES ('boEmsmygB5', 3, 2, 1, 'move', 1792900800);
INSERT INTO events VALUES ('boEmsmygB5', 4, 3, 0, 'move', 1792904400);
INSERT INTO events VALUES ('boEmsmygB5', 5, 4, 1, 'move', 1792908000);
INSERT INTO events VALUES ('boEmsmygB5', 6, 4, 1, 'end', 1792908000);
INSERT INTO events VALUES ('f1pkcJW2aq', 1, 0, 0, 'start', 1792872000);
INSERT INTO events VALUES ('f1pkcJW2aq', 2, 1, 0, 'move', 1792875600);
INSERT INTO events VALUES ('f1pkcJW2aq', 3, 2, 1, 'move', 1792879200);
INSERT INTO events VALUES ('f1pkcJW2aq', 4, 3, 0, 'move', 1792882800);
INSERT INTO events VALUES ('f1pkcJW2aq', 5, 3, 1, 'flag', 1793160000);
INSERT INTO events VALUES ('rre3gBZGNg', 1, 0, 0, 'start', 1792872000);
INSERT INTO events VALUES ('rre3gBZGNg', 2, 1, 0, 'move', 1792886400);
INSERT INTO events VALUES ('rre3gBZGNg', 3, 2, 1, 'move', 1792890000);
INSERT INTO events VALUES ('rre3gBZGNg', 4, 3, 0, 'move', 1792893600);
INSERT INTO moves VALUES ('f1pkcJW2aq', 1, 2, 0, 'e2e4', 'e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 1792875600, 'hello e4');
INSERT INTO moves VALUES ('f1pkcJW2aq', 2, 3, 1, 'e7e5', 'e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 1792879200, 'hello e5');
INSERT INTO moves VALUES ('f1pkcJW2aq', 3, 4, 0, 'g1f3', 'Nf3', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2', 1792882800, 'hello Nf3');
INSERT INTO moves VALUES ('rre3gBZGNg', 1, 2, 0, 'e2e4', 'e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1', 1792886400, 'hello e4');
INSERT INTO moves VALUES ('rre3gBZGNg', 2, 3, 1, 'd7d5', 'd5', 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2', 1792890000, 'hello d5');
INSERT INTO moves VALUES ('rre3gBZGNg', 3, 4, 0, 'e4d5', 'exd5', 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2', 1792893600, 'hello exd5');
INSERT INTO moves VALUES ('boEmsmygB5', 1, 2, 0, 'f2f3', 'f3', 'rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1', 1792897200, 'hello f3');
INSERT INTO moves VALUES ('boEmsmygB5', 2, 3, 1, 'e7e5', 'e5', 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2', 1792900800, 'hello e5');
INSERT INTO moves VALUES ('boEmsmygB5', 3, 4, 0, 'g2g4', 'g4', 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2', 1792904400, 'hello g4');
INSERT INTO moves VALUES ('boEmsmygB5', 4, 5, 1, 'd8h4', 'Qh4#', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 1792908000, 'hello Qh4#');
INSERT INTO invitations VALUES (1, x'b16c9bfebdda28f4e5c246fa635e6da9', x'b2d531b56ec3a9ce538475bc26288bbf9e39288694bac399e82c3c97dfc697f9', x'f42eab7fd3fb795b5f11de47e95726adfda7522995cdaecc3d54c34e6cd96ab8', 1, NULL, '', '', NULL, 'chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 3, 'white', '', 'accepted', 'f1pkcJW2aq', NULL, 1792872000, 1795464000);
INSERT INTO invitations VALUES (2, x'54ff037b851ed5ed458864289c69c77d', x'c687f48ec4642157a4c89f548aa9c3e9d43d7d7dfa1f689f828d51f0b9ef39e8', x'ae668d4f735f29a3a2363dab01a56372121212d759b9dfd1bd7e918194e2a74a', 2, NULL, '', '', NULL, 'crazyhouse', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1', 5, 'white', 'Cup', 'accepted', 'rre3gBZGNg', NULL, 1792872000, 1795464000);
INSERT INTO invitations VALUES (3, x'0e135f9cfb9b91e62a10226dcddff627', x'847dc0bc528eaf0912d08adba1f4329395a7a11e560bf1cc56026002e5411ccd', x'b2c6dd29e7b590a3d65eb69a367666eb9e40624579ad651e98f0da8e00bbb183', 1, NULL, '', '', NULL, 'chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 1, 'white', '', 'accepted', 'boEmsmygB5', NULL, 1792872000, 1795464000);
INSERT INTO invitations VALUES (4, x'351e3121793ba6e083175c7630b064be', x'4a7149bf24cf539bb539187e3eb891dc943fdca61bf05a8d59669ca08db5e2d9', x'9ad5bce339e3c7134205ec26b4da0f0a2cbbc7d6dffb71644bb76b9ec24d268a', 1, 2, '', '', NULL, 'chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 10, 'random', '', 'open', NULL, NULL, 1793160000, 1795752000);
INSERT INTO tokens VALUES (1, 'signup', x'055efe1c1f3755914a5e493f9761c334', x'43ad50458ae2a9388b54e8bd0a23dd6554fb22d8cb8050cb19c6c72fb3e0a60b', 1, NULL, '', '', 1792872000, 1793044800, 1792872000);
INSERT INTO tokens VALUES (2, 'signup', x'01de5524466f601f2b064379bdec7930', x'b69e87e40e9781da114e0cb0a64bbc8371806c096f9f521ef16212bf3bfe8938', 2, NULL, '', '', 1792872000, 1793044800, 1792872000);
INSERT INTO outbox VALUES (1, 'confirm', 'ann@example.com', 1, NULL, 0, 0, 1, NULL, 'Ann', 'SatUm8aXWS9gVcT47xBj@post.example', 'sent', 1792872000, 1792872000, NULL, 0, 'subject', '250 ok', 1792872000, 1792872000, NULL);
INSERT INTO outbox VALUES (2, 'confirm', 'bob@example.com', 2, NULL, 0, 0, 2, NULL, 'Bob', 'RzQMuoKdERF2GqaNiakD@post.example', 'sent', 1792872000, 1792872000, NULL, 0, 'subject', '250 ok', 1792872000, 1792872000, NULL);
INSERT INTO outbox VALUES (3, 'accepted', 'ann@example.com', 1, 'f1pkcJW2aq', 0, 1, NULL, 1, 'Bob', 'CMZN4BjCe3WhCoNZ4cSP@post.example', 'sent', 1792872000, 1792872000, NULL, 0, 'subject', '250 ok', 1792872000, 1792872000, NULL);
INSERT INTO outbox VALUES (4, 'accepted', 'bob@example.com', 2, 'rre3gBZGNg', 0, 1, NULL, 2, 'Ann', 'MDsScGsrpQX6yNpEm7Ta@post.example', 'sent', 1792872000, 1792872000, NULL, 0, 'subject', '250 ok', 1792872000, 1792872000, NULL);
INSERT INTO outbox VALUES (5, 'accepted', 'ann@example.com', 1, 'boEmsmygB5', 0, 1, NULL, 3, 'Bob', 'VsMDHEeU24SwiJti9f93@post.example', 'sent', 1792872000, 1792872000, NULL, 0, 'subject', '250 ok', 1792872000, 1792872000, NULL);
INSERT INTO outbox VALUES (6, 'move', 'bob@example.com', 2, 'f1pkcJW2aq', 1, 2, NULL, NULL, '', 'NNSNVpwwHvTAdPufXU1M@post.example', 'sent', 1792875600, 1792875600, NULL, 0, 'subject', '250 ok', 1792875600, 1792875600, NULL);
INSERT INTO outbox VALUES (7, 'move', 'ann@example.com', 1, 'f1pkcJW2aq', 0, 3, NULL, NULL, '', 'F193UgYyEA1QweqvuKb6@post.example', 'sent', 1792879200, 1792879200, NULL, 0, 'subject', '250 ok', 1792879200, 1792879200, NULL);
INSERT INTO outbox VALUES (8, 'move', 'bob@example.com', 2, 'f1pkcJW2aq', 1, 4, NULL, NULL, '', '4cSxgD2R8pcZj9ZSYMZE@post.example', 'sent', 1792882800, 1792882800, NULL, 0, 'subject', '250 ok', 1792882800, 1792882800, NULL);
INSERT INTO outbox VALUES (9, 'move', 'ann@example.com', 1, 'rre3gBZGNg', 1, 2, NULL, NULL, '', 'Y3RN6YaY2C9qaLp2iGW1@post.example', 'sent', 1792886400, 1792886400, NULL, 0, 'subject', '250 ok', 1792886400, 1792886400, NULL);
INSERT INTO outbox VALUES (10, 'move', 'bob@example.com', 2, 'rre3gBZGNg', 0, 3, NULL, NULL, '', 'rYZjrifNUzpiCypSYPMY@post.example', 'sent', 1792890000, 1792890000, NULL, 0, 'subject', '250 ok', 1792890000, 1792890000, NULL);
INSERT INTO outbox VALUES (11, 'move', 'ann@example.com', 1, 'rre3gBZGNg', 1, 4, NULL, NULL, '', 'zoyCBpQAiYBuPukKXPkz@post.example', 'sent', 1792893600, 1792893600, NULL, 0, 'subject', '250 ok', 1792893600, 1792893600, NULL);
INSERT INTO outbox VALUES (12, 'move', 'bob@example.com', 2, 'boEmsmygB5', 1, 2, NULL, NULL, '', 'jBHRrK5Up8BiNuhUr6SS@post.example', 'sent', 1792897200, 1792897200, NULL, 0, 'subject', '250 ok', 1792897200, 1792897200, NULL);
INSERT INTO outbox VALUES (13, 'move', 'ann@example.com', 1, 'boEmsmygB5', 0, 3, NULL, NULL, '', 'qSttsc3Cmphzpc5rr58v@post.example', 'sent', 1792900800, 1792900800, NULL, 0, 'subject', '250 ok', 1792900800, 1792900800, NULL);
INSERT INTO outbox VALUES (14, 'move', 'bob@example.com', 2, 'boEmsmygB5', 1, 4, NULL, NULL, '', 'k8qDah8yXCHkftb5re3X@post.example', 'sent', 1792904400, 1792904400, NULL, 0, 'subject', '250 ok', 1792904400, 1792904400, NULL);
INSERT INTO outbox VALUES (15, 'end', 'ann@example.com', 1, 'boEmsmygB5', 0, 6, NULL, NULL, '', 'Lr1DenM4VCYPKdRvpEje@post.example', 'sent', 1792908000, 1792908000, NULL, 0, 'subject', '250 ok', 1792908000, 1792908000, NULL);
INSERT INTO outbox VALUES (16, 'end', 'ann@example.com', 1, 'f1pkcJW2aq', 0, 5, NULL, NULL, '', 'gzPQtGanbQm1FSdW2nnv@post.example', 'waiting', 1793160000, 1793160000, NULL, 0, '', '', NULL, NULL, NULL);
INSERT INTO outbox VALUES (17, 'end', 'bob@example.com', 2, 'f1pkcJW2aq', 1, 5, NULL, NULL, '', 'MRoG1sRLszkt9M5pSAHC@post.example', 'waiting', 1793160000, 1793160000, NULL, 0, '', '', NULL, NULL, NULL);
INSERT INTO outbox VALUES (18, 'invitation', 'bob@example.com', 2, NULL, 0, 0, NULL, 4, 'Ann', 'vseKV7LaTBX3SoHhNN38@post.example', 'waiting', 1793160000, 1793160000, NULL, 0, '', '', NULL, NULL, NULL);
