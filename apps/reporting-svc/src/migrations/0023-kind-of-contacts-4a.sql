ALTER TABLE read_model_4a.contacts ADD COLUMN kind text;
