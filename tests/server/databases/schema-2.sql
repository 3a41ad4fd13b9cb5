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
INSERT INTO "drafts" VALUES('lVxtsK8IU2kF',1,'[["lay ggw-rs"],1]');
CREATE TABLE keys (
	hash VARCHAR NOT NULL, 
	table_id VARCHAR NOT NULL, 
	seat INTEGER, 
	kind VARCHAR NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "keys" VALUES('5f05355b94eb42906b0795ce2a96a256c28ae0f809649ce580aca7292da3cc0d','Wi3rt3VZoDKc',0,'seat');
INSERT INTO "keys" VALUES('4e1c7f33bee420b5d4bbe3b8aa23ad8ef9d7cafad6d319372901989857b68c22','Wi3rt3VZoDKc',NULL,'invite');
INSERT INTO "keys" VALUES('39158c4ac60170d783d6df4d1755d8d62bf68b808ae7a0b21d5ff92e20f75049','lVxtsK8IU2kF',0,'seat');
INSERT INTO "keys" VALUES('cd9ec62e979cd85fc72d81383eb1a44be38d58ec6ea4469d6989e0e74cf439f9','lVxtsK8IU2kF',NULL,'invite');
CREATE TABLE log (
	table_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"307b36e9a53d0f1079e3dc42c0ad5361"}');
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',3,'{"type":"bot","seat":2,"name":"Morwen","level":"thumb"}');
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',4,'{"type":"advice"}');
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',5,'{"type":"start"}');
INSERT INTO "log" VALUES('Wi3rt3VZoDKc',6,'{"type":"play","acts":[[2,"bid 3"]]}');
INSERT INTO "log" VALUES('lVxtsK8IU2kF',1,'{"type":"sit","seat":0,"name":"Anna","nonce":"532f28d181178d166ea63ead6f78c653"}');
INSERT INTO "log" VALUES('lVxtsK8IU2kF',2,'{"type":"bot","seat":1,"name":"Grizel","level":"thumb"}');
INSERT INTO "log" VALUES('lVxtsK8IU2kF',3,'{"type":"advice"}');
INSERT INTO "log" VALUES('lVxtsK8IU2kF',4,'{"type":"start"}');
CREATE TABLE meta (
	schema INTEGER NOT NULL
);
INSERT INTO "meta" VALUES(2);
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
INSERT INTO "tables" VALUES('Wi3rt3VZoDKc','three-witches',1,3,'{"suits": {"Owl": [2, 3, 4, 5], "Dog": [2, 3, 4, 6], "Bat": [2, 3, 5, 6], "Newt": [2, 3, 4], "Frog": [3, 4]}, "parts": {"2": "Eye", "3": "Tongue", "4": "Toe", "5": "Wing", "6": "Wool"}, "provenance": "reconstructed", "notes": {"printed": "17 + 1 cards; five suits with pairwise different ranks; rank 2 is the Eye, and there are several; Tongue and Wing of Owl, Tongue of Dog; rank 3 in two suits or more; one suit with both 2 and 5; a 3 and a 5 in different suits; the Wing is not rank 2", "reconstructed": "everything else: the animals and parts complete the verse of Macbeth (act 4, scene 1) that the rulebook opens with"}}','04945ad4b79f667724744bf39081ba56','960a96ab878cf7971a5736615b838ec6',1);
INSERT INTO "tables" VALUES('lVxtsK8IU2kF','whirling-witchcraft',1,2,'{"starting": ["B -> GR", "R -> GB", "G -> BR", "B -> GG", "R -> BB", "G -> RR"], "ordinary": ["RR -> BW", "BB -> GW", "GG -> RW", "RR -> GW", "BB -> RW", "GG -> BW", "BR -> W", "GB -> W", "GR -> W", "RRR -> GBW", "BBB -> GRW", "GGG -> BRW", "RR -> GB", "BB -> GR", "GG -> BR", "BRR -> WW", "GBB -> WW", "GGR -> WW", "RRR -> S", "BBB -> S", "GGG -> S", "RW -> S", "BW -> S", "GW -> S", "RRW -> BS", "BBW -> GS", "GGW -> RS", "WW -> RRR", "WW -> BBB", "WW -> GGG", "BRW -> GS", "GBW -> RS", "GRW -> BS", "RS -> K", "BS -> K", "GS -> K", "WS -> RK", "WS -> BK", "WS -> GK", "S -> BRW", "S -> GBW", "S -> GRW", "K -> BRS", "K -> GBS", "K -> GRS", "RK -> BWW", "BK -> GWW", "GK -> RWW", "GBR -> S"], "printed": ["B -> GR", "RR -> BW"], "provenance": "reconstructed", "notes": {"printed": "55 cards, 6 of them starting; the starting ones are the only ones of 1 cube in and 2 out; up to 3 in and 3 out; the starting B -> GR and the ordinary RR -> BW", "reconstructed": "everything else: families of three by turning the colours (R to B to G to R), and RGB -> S"}}','ed1fb892f730b74f24b5c8300cf55bb0','13c316ea59baeaa441d8d9f3663f0433',1);
CREATE INDEX ix_tables_is_open ON tables (is_open);
CREATE INDEX ix_keys_table_id ON keys (table_id);
COMMIT;
