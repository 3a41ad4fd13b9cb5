BEGIN TRANSACTION;
CREATE TABLE answered (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	message VARCHAR NOT NULL, 
	PRIMARY KEY (table_id, seat, message)
);
CREATE TABLE drafts (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	draft TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
INSERT INTO "drafts" VALUES('F6pZMfRrI3v4',1,'[["lay rrw-bs"],1]');
CREATE TABLE keys (
	hash VARCHAR NOT NULL, 
	table_id VARCHAR NOT NULL, 
	seat INTEGER, 
	kind VARCHAR NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "keys" VALUES('b8c57a2e6d000622ae0a95ced0ef9be67bbdca6bee03bf788dd90c9b02214b79','2KaDh_Z57VZP',0,'seat');
INSERT INTO "keys" VALUES('b283fd26f5d5f0d9c3c49ce1e2c0d1339174794a16b33a809683e36b0f315963','2KaDh_Z57VZP',NULL,'invite');
INSERT INTO "keys" VALUES('df0c77d315e27ce25645ff9dcdb939e9a25f7471d8dc0403b75ee021367ecc30','F6pZMfRrI3v4',0,'seat');
INSERT INTO "keys" VALUES('c60b8edb9a9b7418f29b7e5fa7cca72d7a80a019d26e85e067bafe44108cbee7','F6pZMfRrI3v4',NULL,'invite');
CREATE TABLE log (
	table_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "log" VALUES('2KaDh_Z57VZP',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"e584993d858190bb4f7e67933cd6c728"}');
INSERT INTO "log" VALUES('2KaDh_Z57VZP',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('2KaDh_Z57VZP',3,'{"type":"bot","seat":2,"name":"Morwen","level":"thumb"}');
INSERT INTO "log" VALUES('2KaDh_Z57VZP',4,'{"type":"start"}');
INSERT INTO "log" VALUES('2KaDh_Z57VZP',5,'{"type":"play","acts":[[2,"pass"]]}');
INSERT INTO "log" VALUES('F6pZMfRrI3v4',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"2078db2ccb908959646f5028e9d6e2b4"}');
INSERT INTO "log" VALUES('F6pZMfRrI3v4',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('F6pZMfRrI3v4',3,'{"type":"start"}');
CREATE TABLE meta (
	schema INTEGER NOT NULL
);
INSERT INTO "meta" VALUES(1);
CREATE TABLE tables (
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	deck TEXT NOT NULL, 
	seed VARCHAR NOT NULL, 
	salt VARCHAR NOT NULL, 
	is_open INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('2KaDh_Z57VZP','three-witches',1,3,'{"suits": {"Owl": [2, 3, 4, 5], "Dog": [2, 3, 4, 6], "Bat": [2, 3, 5, 6], "Newt": [2, 3, 4], "Frog": [3, 4]}, "parts": {"2": "Eye", "3": "Tongue", "4": "Toe", "5": "Wing", "6": "Wool"}, "provenance": "reconstructed", "notes": {"printed": "17 + 1 cards; five suits with pairwise different ranks; rank 2 is the Eye, and there are several; Tongue and Wing of Owl, Tongue of Dog; rank 3 in two suits or more; one suit with both 2 and 5; a 3 and a 5 in different suits; the Wing is not rank 2", "reconstructed": "everything else: the animals and parts complete the verse of Macbeth (act 4, scene 1) that the rulebook opens with"}}','3e1750ad6e560e890543994f039c2b07','a9f491b763c917c99b060e0d8c27af3d',1);
INSERT INTO "tables" VALUES('F6pZMfRrI3v4','whirling-witchcraft',1,2,'{"starting": ["B -> GR", "R -> GB", "G -> BR", "B -> GG", "R -> BB", "G -> RR"], "ordinary": ["RR -> BW", "BB -> GW", "GG -> RW", "RR -> GW", "BB -> RW", "GG -> BW", "BR -> W", "GB -> W", "GR -> W", "RRR -> GBW", "BBB -> GRW", "GGG -> BRW", "RR -> GB", "BB -> GR", "GG -> BR", "BRR -> WW", "GBB -> WW", "GGR -> WW", "RRR -> S", "BBB -> S", "GGG -> S", "RW -> S", "BW -> S", "GW -> S", "RRW -> BS", "BBW -> GS", "GGW -> RS", "WW -> RRR", "WW -> BBB", "WW -> GGG", "BRW -> GS", "GBW -> RS", "GRW -> BS", "RS -> K", "BS -> K", "GS -> K", "WS -> RK", "WS -> BK", "WS -> GK", "S -> BRW", "S -> GBW", "S -> GRW", "K -> BRS", "K -> GBS", "K -> GRS", "RK -> BWW", "BK -> GWW", "GK -> RWW", "GBR -> S"], "printed": ["B -> GR", "RR -> BW"], "provenance": "reconstructed", "notes": {"printed": "55 cards, 6 of them starting; the starting ones are the only ones of 1 cube in and 2 out; up to 3 in and 3 out; the starting B -> GR and the ordinary RR -> BW", "reconstructed": "everything else: families of three by turning the colours (R to B to G to R), and RGB -> S"}}','1e2b58d6e0e70908da1b29c779e789ff','24638c54234e9c1ef6da3f92319e7bba',1);
CREATE INDEX ix_tables_is_open ON tables (is_open);
CREATE INDEX ix_keys_table_id ON keys (table_id);
COMMIT;
