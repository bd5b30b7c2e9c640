-- Through which instant the read models of a model have everything: written on the primary once that is committed, so a replica
-- that shows the row has all of it. Of no tenant.
CREATE TABLE applied_through (model int PRIMARY KEY, through timestamptz NOT NULL);
GRANT SELECT ON applied_through TO {{app}};
GRANT SELECT, INSERT, UPDATE ON applied_through TO {{relay}};
