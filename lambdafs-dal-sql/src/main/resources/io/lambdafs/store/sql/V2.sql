-- Whether some NameNode may hold a directory's times in its cache.

ALTER TABLE inodes ADD COLUMN observed boolean NOT NULL DEFAULT false;
