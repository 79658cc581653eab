import time
def test_x(db, client):
    t=time.time()
    r = client.get("/en/learn/trumps/1/")
    t1=time.time()
    for i in range(20): r = client.get("/en/learn/trumps/1/")
    print((time.time()-t1)/20, t1-t)
    print(r.headers, r.cookies)
    t1=time.time()
    for i in range(10): r = client.get("/en/rules/")
    print((time.time()-t1)/10, r.headers, r.cookies)
    r=client.get("/"); print(r.status_code,r.headers)
    r=client.post("/en/learn/trumps/1/",{"seen":0,"who":"you"},headers={"HX-Request":"true"}); print(r.status_code,r.headers); print(r.content.decode()[:1500])
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    with CaptureQueriesContext(connection) as c:
        r=client.post("/en/learn/trumps/1/",{"seen":1,"who":"opponent"},headers={"HX-Request":"true"})
    for q in c.captured_queries: print(q["sql"][:150])
    with CaptureQueriesContext(connection) as c:
        client.get("/en/learn/trumps/9/")
    print(len(c.captured_queries))
