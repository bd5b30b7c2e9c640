-- The models that are fed for the version before, besides that of this version: none where no version has used the database.
CREATE TABLE kept_models (model int PRIMARY KEY);
INSERT INTO kept_models SELECT 3 WHERE current_setting('app.new_database') <> 'on';
GRANT SELECT ON kept_models TO {{app}};
