-- A directory has no length: the column has one more than the number of its entries, 0 if that is not known.

UPDATE inodes AS changed
SET length = 1 + coalesce(counted.entries, 0)
FROM inodes AS directories
LEFT JOIN (SELECT parent_id, count(*) AS entries FROM inodes GROUP BY parent_id) AS counted
    ON counted.parent_id = directories.id
WHERE changed.id = directories.id AND directories.directory;
