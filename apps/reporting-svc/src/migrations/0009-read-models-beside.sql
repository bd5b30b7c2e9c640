-- Where the read models of a business are, besides those in the tables of `public`, which are of the model 3 and are fed for as
-- long as a release that knows no others may run. A model is made of other rows than the one before it; each has two sets of
-- tables, the schemas read_model_<model>a and b. What is made anew is made in the one that is not served, and then served.
-- BUILDING: fed by events, and whoever has the lease takes in what the owners have. SERVED: whole, fed by events, read.
-- LEFT: neither fed nor read, being emptied.
CREATE TABLE read_models (
  business_id  uuid NOT NULL,
  model        int NOT NULL,
  slot         text NOT NULL CHECK (slot IN ('a', 'b')),
  state        text NOT NULL CHECK (state IN ('BUILDING', 'SERVED', 'LEFT')),
  build_id     uuid,
  leased_until timestamptz(3),
  PRIMARY KEY (business_id, model, slot),
  CHECK ((state = 'BUILDING') = (build_id IS NOT NULL) AND (state = 'BUILDING') = (leased_until IS NOT NULL))
);
CREATE UNIQUE INDEX read_models_served ON read_models (business_id, model) WHERE state = 'SERVED';
CREATE UNIQUE INDEX read_models_building ON read_models (business_id, model) WHERE state = 'BUILDING';
CREATE INDEX read_models_unfinished ON read_models (model) WHERE state <> 'SERVED';

ALTER TABLE read_models ENABLE ROW LEVEL SECURITY;
ALTER TABLE read_models FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON read_models TO {{app}} USING (business_id = app_business_id())
  WITH CHECK (business_id = app_business_id());
CREATE POLICY housekeeping ON read_models FOR SELECT TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON read_models TO {{app}};
GRANT SELECT ON read_models TO {{relay}};
