-- Each node has it for itself.
CREATE TABLE heard (id uuid PRIMARY KEY);
GRANT SELECT, INSERT ON heard TO {{app}}, {{relay}};
