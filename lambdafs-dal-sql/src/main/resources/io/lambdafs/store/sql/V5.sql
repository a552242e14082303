-- Among how many function deployments the namespace is divided; 0 while that is being changed. No row until somebody asks.

CREATE TABLE deployments (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    number   integer NOT NULL CHECK (number >= 0)
);
