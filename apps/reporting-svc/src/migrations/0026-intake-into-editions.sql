GRANT USAGE ON SCHEMA read_model_4a, read_model_4b TO {{intake}};
CREATE POLICY intake ON read_models FOR SELECT TO {{intake}}
  USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE);
GRANT SELECT ON read_models TO {{intake}};
