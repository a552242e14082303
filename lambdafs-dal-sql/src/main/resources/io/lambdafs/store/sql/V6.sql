-- What is under way of a move: as its SOURCE, where the content goes or went; as its TARGET, how far the copy is.

CREATE TABLE moves (
    side  text PRIMARY KEY CHECK (side IN ('SOURCE', 'TARGET')),
    state text NOT NULL
);

-- A process that was forgotten when everything else was stopped must not write to what is being copied. Its writer has been
-- fenced then, and it cannot register another one.
CREATE FUNCTION refuse_writers_while_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM moves) THEN
        RAISE EXCEPTION 'the metadata of this store was moved, or is being moved: stop this process' USING ERRCODE = 'LF001';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER refuse_writers_while_moved BEFORE INSERT ON writers
    FOR EACH ROW EXECUTE FUNCTION refuse_writers_while_moved();
