"""A blog as one function, after OpenWhisk's web actions: the request is in __ow_method and __ow_path, the answer is a status, headers and a body.

It knows nothing of transactions. Each call is one, so it needs no locks, and a call that fails leaves nothing.
"""

import html
import json
import sqlite3

TABLES = """
create table if not exists posts(id integer primary key, key text unique, title text not null, text text not null);
create table if not exists comments(id integer primary key, key text unique, post integer not null references posts, text text not null);
"""


def main(args):
    # Opened for each call: a connection that stays would be of an earlier transaction.
    db = sqlite3.connect("/mnt/volume/blog.db")
    try:
        db.executescript(TABLES)
        with db:
            return respond(args, *answer(db, args))
    finally:
        db.close()


def answer(db, args):
    """What to show: the path after the answer, and the data."""
    method = args.get("__ow_method", "get").lower()
    place = [part for part in args.get("__ow_path", "").split("/") if part]
    if place == [] and method == "get":
        posts = db.execute(
            "select p.id, p.title, count(c.id) from posts p left join comments c on c.post = p.id group by p.id order by p.id desc"
        ).fetchall()
        return "list", [{"id": id, "title": title, "comments": comments} for id, title, comments in posts]
    if place == ["posts"] and method == "post":
        # Whoever has not heard the answer asks again with the same key.
        row = (args.get("key"), text(args, "title"), text(args, "text"))
        done = db.execute("select id from posts where key = ?", row[:1]).fetchone()
        return "made", {"post": done[0] if done else db.execute("insert into posts(key, title, text) values (?, ?, ?)", row).lastrowid}
    if place == ["check"] and method == "get":
        keys = [key for (key,) in db.execute("select key from posts where key is not null")]
        return "check", {"integrity": db.execute("pragma integrity_check").fetchone()[0], "keys": keys}
    if len(place) in (2, 3) and place[0] == "posts" and place[1].isdigit():
        post = db.execute("select id, title, text from posts where id = ?", (int(place[1]),)).fetchone()
        if post and len(place) == 2 and method == "get":
            comments = db.execute("select text from comments where post = ? order by id", (post[0],)).fetchall()
            return "show", {"id": post[0], "title": post[1], "text": post[2], "comments": [c for (c,) in comments]}
        if post and place[2:] == ["comments"] and method == "post":
            row = (args.get("key"), post[0], text(args, "text"))
            db.execute("insert into comments(key, post, text) values (?, ?, ?) on conflict do nothing", row)
            return "made", {"post": post[0]}
    return "missing", {"missing": "/".join(place)}


def text(args, name):
    value = str(args.get(name, "")).strip()
    if not value:
        # An error, as of any function: nothing of this call is stored.
        raise ValueError("a %s is needed" % name)
    return value


def respond(args, kind, data):
    status = 404 if kind == "missing" else 200
    if "text/html" not in args.get("__ow_headers", {}).get("accept", ""):
        return {"statusCode": status, "headers": {"Content-Type": "application/json"}, "body": json.dumps(data)}
    if kind == "made":
        return {"statusCode": 303, "headers": {"Location": "/posts/%d" % data["post"]}, "body": ""}
    return {"statusCode": status, "headers": {"Content-Type": "text/html; charset=utf-8"}, "body": page(kind, data)}


def page(kind, data):
    if kind == "list":
        items = "".join(
            '<li><a href="/posts/%d">%s</a> (%d)</li>' % (p["id"], html.escape(p["title"]), p["comments"]) for p in data
        )
        form = '<form method="post" action="/posts"><input name="title" placeholder="Title"><br><textarea name="text"></textarea><br>'
        return "<h1>Blog</h1><ul>%s</ul>%s<button>Post</button></form>" % (items, form)
    if kind == "show":
        comments = "".join("<li>%s</li>" % html.escape(c) for c in data["comments"])
        form = '<form method="post" action="/posts/%d/comments"><input name="text"><button>Comment</button></form>' % data["id"]
        return '<p><a href="/">Blog</a></p><h1>%s</h1><p>%s</p><ul>%s</ul>%s' % (
            html.escape(data["title"]), html.escape(data["text"]), comments, form)
    return "<pre>%s</pre>" % html.escape(json.dumps(data))
