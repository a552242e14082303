"""Many people post and comment at a time. Then: is each post that was acknowledged there, once?"""

import json
import sys
import threading

from function import Function

PEOPLE, POSTS = 8, 6

blog = Function(*sys.argv[1:3])
acknowledged, refused, lock = [], [], threading.Lock()


def person(number):
    for time in range(POSTS):
        key = "%d-%d" % (number, time)
        answer = blog.call(__ow_method="post", __ow_path="/posts", key=key, title="Post " + key, text="Hello.")
        done = answer.get("statusCode") == 200
        with lock:
            (acknowledged if done else refused).append(key if done else answer)
        if done:
            post = json.loads(answer["body"])["post"]
            blog.call(__ow_method="post", __ow_path="/posts/%d/comments" % post, key=key, text="The first.")
            blog.call(__ow_method="get", __ow_path="/posts/%d" % post)
        # It has no text, so it is refused, and the title is not stored.
        blog.call(__ow_method="post", __ow_path="/posts", key="never-" + key, title="Post without a text")


people = [threading.Thread(target=person, args=(number,)) for number in range(PEOPLE)]
for thread in people:
    thread.start()
for thread in people:
    thread.join()

check = json.loads(blog.call(__ow_path="/check")["body"])
posts = json.loads(blog.call(__ow_path="/")["body"])
once = sorted(check["keys"]) == sorted(acknowledged)
print("Posts, of %d: %d, each that was acknowledged once: %s" % (PEOPLE * POSTS, len(posts), "yes" if once else "no"))
print("Comments: %d" % sum(post["comments"] for post in posts))
print("SQLite's own check of its file: %s" % check["integrity"])
for answer in refused:
    print(answer, file=sys.stderr)
