"""Transactions of TPC-C, revision 5, on a SQLite database, scaled down.

Usage: tpcc.py DATABASE. Reads a request a line, answers with "ok ..." or "failed ...":
  load WAREHOUSES            makes the tables and fills them
  run WAREHOUSE SEED         one transaction of the mix, with this home warehouse; the same seed is the same transaction
  check                      the integrity of the file, and that nothing is missing of orders and payments
"""
import random
import sqlite3
import sys

DISTRICTS = 10
CUSTOMERS = 100      # 3,000 in the specification
ITEMS = 2000         # 100,000 in the specification

SCHEMA = """
CREATE TABLE warehouse (w_id INTEGER PRIMARY KEY, w_tax REAL, w_ytd REAL);
CREATE TABLE district (d_w_id INT, d_id INT, d_tax REAL, d_ytd REAL, d_next_o_id INT, PRIMARY KEY (d_w_id, d_id)) WITHOUT ROWID;
CREATE TABLE customer (c_w_id INT, c_d_id INT, c_id INT, c_last TEXT, c_discount REAL, c_balance REAL, c_payments INT,
  c_deliveries INT, c_data TEXT, PRIMARY KEY (c_w_id, c_d_id, c_id)) WITHOUT ROWID;
CREATE TABLE history (h_w_id INT, h_d_id INT, h_c_id INT, h_amount REAL);
CREATE TABLE item (i_id INTEGER PRIMARY KEY, i_name TEXT, i_price REAL);
CREATE TABLE stock (s_w_id INT, s_i_id INT, s_quantity INT, s_ytd INT, s_orders INT, s_data TEXT,
  PRIMARY KEY (s_w_id, s_i_id)) WITHOUT ROWID;
CREATE TABLE orders (o_w_id INT, o_d_id INT, o_id INT, o_c_id INT, o_carrier INT, o_lines INT,
  PRIMARY KEY (o_w_id, o_d_id, o_id)) WITHOUT ROWID;
CREATE TABLE new_order (n_w_id INT, n_d_id INT, n_o_id INT, PRIMARY KEY (n_w_id, n_d_id, n_o_id)) WITHOUT ROWID;
CREATE TABLE order_line (l_w_id INT, l_d_id INT, l_o_id INT, l_number INT, l_i_id INT, l_quantity INT, l_amount REAL,
  PRIMARY KEY (l_w_id, l_d_id, l_o_id, l_number)) WITHOUT ROWID;
"""


def load(db, warehouses):
    db.executescript(SCHEMA)
    rng = random.Random(1)
    db.execute("BEGIN")
    db.executemany("INSERT INTO item VALUES (?,?,?)",
                   ((i, "item%d" % i, rng.uniform(1, 100)) for i in range(1, ITEMS + 1)))
    db.execute("COMMIT")
    for w in range(1, warehouses + 1):
        db.execute("BEGIN")
        db.execute("INSERT INTO warehouse VALUES (?,?,0)", (w, rng.uniform(0, 0.2)))
        db.executemany("INSERT INTO stock VALUES (?,?,?,0,0,?)",
                       ((w, i, rng.randint(10, 100), "s" * 26) for i in range(1, ITEMS + 1)))
        for d in range(1, DISTRICTS + 1):
            db.execute("INSERT INTO district VALUES (?,?,?,0,1)", (w, d, rng.uniform(0, 0.2)))
            db.executemany("INSERT INTO customer VALUES (?,?,?,?,?,-10,1,0,?)",
                           ((w, d, c, "name%d" % (c % 50), rng.uniform(0, 0.5), "d" * 100)
                            for c in range(1, CUSTOMERS + 1)))
        db.execute("COMMIT")
    return ""


def new_order(db, rng, w):
    d, c = rng.randint(1, DISTRICTS), rng.randint(1, CUSTOMERS)
    lines = [(rng.randint(1, ITEMS), rng.randint(1, 10)) for _ in range(rng.randint(5, 15))]
    unused = rng.randint(1, 100) == 1  # An item that there is not: the order is rolled back.
    db.execute("BEGIN IMMEDIATE")
    w_tax, = db.execute("SELECT w_tax FROM warehouse WHERE w_id=?", (w,)).fetchone()
    d_tax, o = db.execute("SELECT d_tax, d_next_o_id FROM district WHERE d_w_id=? AND d_id=?", (w, d)).fetchone()
    discount, = db.execute("SELECT c_discount FROM customer WHERE c_w_id=? AND c_d_id=? AND c_id=?", (w, d, c)).fetchone()
    db.execute("UPDATE district SET d_next_o_id=d_next_o_id+1 WHERE d_w_id=? AND d_id=?", (w, d))
    db.execute("INSERT INTO orders VALUES (?,?,?,?,NULL,?)", (w, d, o, c, len(lines)))
    db.execute("INSERT INTO new_order VALUES (?,?,?)", (w, d, o))
    for number, (item, quantity) in enumerate(lines):
        price, = db.execute("SELECT i_price FROM item WHERE i_id=?", (item,)).fetchone()
        stock, = db.execute("SELECT s_quantity FROM stock WHERE s_w_id=? AND s_i_id=?", (w, item)).fetchone()
        left = stock - quantity if stock >= quantity + 10 else stock - quantity + 91
        db.execute("UPDATE stock SET s_quantity=?, s_ytd=s_ytd+?, s_orders=s_orders+1 WHERE s_w_id=? AND s_i_id=?",
                   (left, quantity, w, item))
        db.execute("INSERT INTO order_line VALUES (?,?,?,?,?,?,?)",
                   (w, d, o, number, item, quantity, quantity * price * (1 + w_tax + d_tax) * (1 - discount)))
    db.execute("ROLLBACK" if unused else "COMMIT")


def payment(db, rng, w):
    d, c, amount = rng.randint(1, DISTRICTS), rng.randint(1, CUSTOMERS), rng.uniform(1, 5000)
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE warehouse SET w_ytd=w_ytd+? WHERE w_id=?", (amount, w))
    db.execute("UPDATE district SET d_ytd=d_ytd+? WHERE d_w_id=? AND d_id=?", (amount, w, d))
    db.execute("UPDATE customer SET c_balance=c_balance-?, c_payments=c_payments+1 WHERE c_w_id=? AND c_d_id=? AND c_id=?",
               (amount, w, d, c))
    db.execute("INSERT INTO history VALUES (?,?,?,?)", (w, d, c, amount))
    db.execute("COMMIT")


def order_status(db, rng, w):
    d, c = rng.randint(1, DISTRICTS), rng.randint(1, CUSTOMERS)
    db.execute("BEGIN")
    db.execute("SELECT c_balance, c_last FROM customer WHERE c_w_id=? AND c_d_id=? AND c_id=?", (w, d, c)).fetchone()
    last = db.execute("SELECT o_id FROM orders WHERE o_w_id=? AND o_d_id=? AND o_c_id=? ORDER BY o_id DESC LIMIT 1",
                      (w, d, c)).fetchone()
    if last:
        db.execute("SELECT * FROM order_line WHERE l_w_id=? AND l_d_id=? AND l_o_id=?", (w, d, last[0])).fetchall()
    db.execute("COMMIT")


def delivery(db, rng, w):
    carrier = rng.randint(1, 10)
    db.execute("BEGIN IMMEDIATE")
    for d in range(1, DISTRICTS + 1):
        row = db.execute("SELECT n_o_id FROM new_order WHERE n_w_id=? AND n_d_id=? ORDER BY n_o_id LIMIT 1", (w, d)).fetchone()
        if not row:
            continue
        o = row[0]
        db.execute("DELETE FROM new_order WHERE n_w_id=? AND n_d_id=? AND n_o_id=?", (w, d, o))
        c, = db.execute("SELECT o_c_id FROM orders WHERE o_w_id=? AND o_d_id=? AND o_id=?", (w, d, o)).fetchone()
        db.execute("UPDATE orders SET o_carrier=? WHERE o_w_id=? AND o_d_id=? AND o_id=?", (carrier, w, d, o))
        total, = db.execute("SELECT sum(l_amount) FROM order_line WHERE l_w_id=? AND l_d_id=? AND l_o_id=?", (w, d, o)).fetchone()
        db.execute("UPDATE customer SET c_balance=c_balance+?, c_deliveries=c_deliveries+1 WHERE c_w_id=? AND c_d_id=? AND c_id=?",
                   (total, w, d, c))
    db.execute("COMMIT")


def stock_level(db, rng, w):
    d, bound = rng.randint(1, DISTRICTS), rng.randint(10, 20)
    db.execute("BEGIN")
    o, = db.execute("SELECT d_next_o_id FROM district WHERE d_w_id=? AND d_id=?", (w, d)).fetchone()
    db.execute("SELECT count(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id=l_w_id AND s_i_id=l_i_id"
               " WHERE l_w_id=? AND l_d_id=? AND l_o_id>=? AND l_o_id<? AND s_quantity<?", (w, d, o - 20, o, bound)).fetchone()
    db.execute("COMMIT")


MIX = [(45, new_order), (43, payment), (4, order_status), (4, delivery), (4, stock_level)]


def run(db, warehouse, seed):
    rng = random.Random(seed)
    drawn = rng.randrange(100)
    for share, transaction in MIX:
        if drawn < share:
            transaction(db, rng, warehouse)
            return transaction.__name__
        drawn -= share
    raise AssertionError("the mix has less than 100 parts")


def check(db):
    said, = db.execute("PRAGMA integrity_check").fetchone()
    if said != "ok":
        raise AssertionError(said)
    wrong, = db.execute("SELECT count(*) FROM district WHERE d_next_o_id - 1 <> (SELECT count(*) FROM orders"
                        " WHERE o_w_id=d_w_id AND o_d_id=d_id)").fetchone()
    lines, = db.execute("SELECT (SELECT sum(o_lines) FROM orders) - (SELECT count(*) FROM order_line)").fetchone()
    paid, = db.execute("SELECT (SELECT sum(c_payments - 1) FROM customer) - (SELECT count(*) FROM history)").fetchone()
    if wrong or lines or paid:
        raise AssertionError("%d districts have another number of orders than they say, %s lines and %s payments are missing"
                             % (wrong, lines, paid))
    return "%d orders, %d payments" % db.execute("SELECT (SELECT count(*) FROM orders), (SELECT count(*) FROM history)").fetchone()


def main():
    for line in sys.stdin:
        words = line.split()
        db = None
        try:
            db = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
            if words[0] == "load":
                said = load(db, int(words[1]))
            elif words[0] == "run":
                said = run(db, int(words[1]), int(words[2]))
            else:
                said = check(db)
            answer = "ok " + said
        except Exception as e:  # Whatever it is, the other side must know.
            answer = "failed %s: %s" % (type(e).__name__, e)
        finally:
            if db:
                db.close()
        print(answer, flush=True)


main()
