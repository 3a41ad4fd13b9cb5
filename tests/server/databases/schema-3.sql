BEGIN TRANSACTION;
CREATE TABLE answered (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	message VARCHAR NOT NULL, 
	PRIMARY KEY (table_id, seat, message)
);
INSERT INTO "answered" VALUES('bjl26o48g2Pf',0,'60bd1ab779aa');
INSERT INTO "answered" VALUES('xT3Qbf_h5Uyd',0,'50c2ad621315');
CREATE TABLE drafts (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	draft TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
INSERT INTO "drafts" VALUES('xT3Qbf_h5Uyd',1,'[["lay rrw-bs"],1]');
CREATE TABLE keys (
	hash VARCHAR NOT NULL, 
	table_id VARCHAR NOT NULL, 
	seat INTEGER, 
	kind VARCHAR NOT NULL, 
	made INTEGER NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "keys" VALUES('15b3858098004fb975ffed58ee1223a28eecdf3181e3e24891b30974b9dbe1c1','bjl26o48g2Pf',0,'seat',1795975825);
INSERT INTO "keys" VALUES('635c15990bff9b85a56e23fc5780844dbd536da34699534848060e2a823525ca','bjl26o48g2Pf',NULL,'invite',1795975825);
INSERT INTO "keys" VALUES('2c6cb73c7d1924ce97e84dbf263a232607b9574bf68971cef4b297003d29f46f','xT3Qbf_h5Uyd',0,'seat',1795975825);
INSERT INTO "keys" VALUES('ae9b6d93bade23d42788443f5b4db2c54f83e5b26c9d6ee22e221e896d5adefa','xT3Qbf_h5Uyd',NULL,'invite',1795975825);
CREATE TABLE log (
	table_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "log" VALUES('bjl26o48g2Pf',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"cf58b5350231ba7bb2482458acfa2f57","person":"55a26619c5bec13feb325d4dde48f429"}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',3,'{"type":"bot","seat":2,"name":"Morwen","level":"thumb"}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',4,'{"type":"advice"}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',5,'{"type":"start"}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',6,'{"type":"play","acts":[[2,"bid 3"]]}');
INSERT INTO "log" VALUES('bjl26o48g2Pf',7,'{"type":"name","seat":0,"name":"Anna B"}');
INSERT INTO "log" VALUES('xT3Qbf_h5Uyd',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"fcae23dc5a8694935f02918b122e2e63","person":"be0619d6f12bdcb4a451f1d8db9992bc"}');
INSERT INTO "log" VALUES('xT3Qbf_h5Uyd',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('xT3Qbf_h5Uyd',3,'{"type":"advice"}');
INSERT INTO "log" VALUES('xT3Qbf_h5Uyd',4,'{"type":"start"}');
INSERT INTO "log" VALUES('xT3Qbf_h5Uyd',5,'{"type":"name","seat":0,"name":"Anna B"}');
CREATE TABLE meta (
	schema INTEGER NOT NULL
);
INSERT INTO "meta" VALUES(3);
CREATE TABLE tables (
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	deck TEXT NOT NULL, 
	seed VARCHAR NOT NULL, 
	salt VARCHAR NOT NULL, 
	is_open INTEGER NOT NULL, 
	visited INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('bjl26o48g2Pf','three-witches',1,3,'{"suits": [["Owl", [2, 3, 4, 5]], ["Dog", [2, 3, 4, 6]], ["Bat", [2, 3, 5, 6]], ["Newt", [2, 3, 4]], ["Frog", [3, 4]]], "parts": {"2": "Eye", "3": "Tongue", "4": "Toe", "5": "Wing", "6": "Wool"}, "provenance": "reconstructed", "notes": {"printed": "17 + 1 cards; five suits with pairwise different ranks; rank 2 is the Eye, and there are several; Tongue and Wing of Owl, Tongue of Dog; rank 3 in two suits or more; one suit with both 2 and 5; a 3 and a 5 in different suits; the Wing is not rank 2", "reconstructed": "everything else: the animals and parts complete the verse of Macbeth (act 4, scene 1) that the rulebook opens with"}}','a540550325099d21f5dace6aabae33a9','efd7fdbb4865786e6440b9a4f385aa66',1,1795975825);
INSERT INTO "tables" VALUES('xT3Qbf_h5Uyd','whirling-witchcraft',2,2,'{"starting": ["B -> GR", "R -> GB", "G -> BR", "B -> GG", "R -> BB", "G -> RR"], "ordinary": ["RR -> BW", "BB -> GW", "GG -> RW", "RR -> GW", "BB -> RW", "GG -> BW", "BR -> W", "GB -> W", "GR -> W", "RRR -> GBW", "BBB -> GRW", "GGG -> BRW", "RR -> GB", "BB -> GR", "GG -> BR", "BRR -> WW", "GBB -> WW", "GGR -> WW", "RRR -> S", "BBB -> S", "GGG -> S", "RW -> S", "BW -> S", "GW -> S", "RRW -> BS", "BBW -> GS", "GGW -> RS", "WW -> RRR", "WW -> BBB", "WW -> GGG", "BRW -> GS", "GBW -> RS", "GRW -> BS", "RS -> K", "BS -> K", "GS -> K", "WS -> RK", "WS -> BK", "WS -> GK", "S -> BRW", "S -> GBW", "S -> GRW", "K -> BRS", "K -> GBS", "K -> GRS", "RK -> BWW", "BK -> GWW", "GK -> RWW", "GBR -> S"], "printed": ["B -> GR", "RR -> BW"], "provenance": "reconstructed", "notes": {"printed": "55 cards, 6 of them starting; the starting ones are the only ones of 1 cube in and 2 out; up to 3 in and 3 out; the starting B -> GR and the ordinary RR -> BW", "reconstructed": "everything else: families of three by turning the colours (R to B to G to R), and RGB -> S"}}','5dc590bf15952fc63c8a6f00009abb3a','581e799ceef1aa84eff4471b480b21e7',1,1795975825);
CREATE INDEX ix_tables_visited ON tables (visited);
CREATE INDEX ix_tables_is_open ON tables (is_open);
CREATE INDEX ix_keys_made ON keys (made);
CREATE INDEX ix_keys_table_id ON keys (table_id);
COMMIT;
