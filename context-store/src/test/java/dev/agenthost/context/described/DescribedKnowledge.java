package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.described.DescribedRequests.text;
import static dev.agenthost.context.described.DescribedRequests.writer;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Requests about knowledge bases, their documents and searches. */
public final class DescribedKnowledge {
    private final Pool pool;

    public DescribedKnowledge(Pool pool) {
        this.pool = pool;
    }

    public void call(OpenApiValidationFilter api, OpenApiValidationFilter between) {
        String bases = "/api/v1/knowledge-bases";
        String base = bases + "/described";
        String documents = base + "/documents";
        String document = documents + "/{document}";
        String form = "{\"kb_id\":\"described\",\"name\":\"Described\",\"description\":\"d\"}";
        writer(api).body(form).post(bases).then().statusCode(201);
        writer(api).body(form).post(bases).then().statusCode(409);
        writer(api).body("{}").post(bases).then().statusCode(400);
        writer(api)
                .body("{\"name\":\"n\",\"workspace_id\":\"other\"}")
                .post(bases)
                .then()
                .statusCode(404);
        writer(api).body("[").header("If-Match", "*").put(base).then().statusCode(400);
        writer(api).body(form).put(base).then().statusCode(428);
        writer(api).body(form).header("If-Match", "\"9\"").put(base).then().statusCode(412);
        writer(api).body(form).header("If-Match", "\"1\"").put(base).then().statusCode(200);
        writer(api)
                .body("{\"name\":\"n\"}")
                .header("If-Match", "*")
                .put(bases + "/none")
                .then()
                .statusCode(404);
        for (String path : List.of(bases, documents)) {
            reader(api).get(path).then().statusCode(200);
            reader(api).queryParam("limit", 0).get(path).then().statusCode(400);
        }
        reader(api).get(base).then().statusCode(200);
        reader(api).get(bases + "/none").then().statusCode(404);
        reader(api).get(bases + "/none/documents").then().statusCode(404);

        text(api)
                .queryParam("filename", "a.txt")
                .body("a")
                .post(bases + "/none/documents")
                .then()
                .statusCode(404);
        text(api).body("a").post(documents).then().statusCode(400);
        for (int status : new int[] {201, 200}) {
            text(api)
                    .queryParam("filename", "a.txt")
                    .queryParam("document_id", "a")
                    .body("said")
                    .post(documents)
                    .then()
                    .statusCode(status);
        }
        writer(api).body("{}").post(documents).then().statusCode(415);
        reader(api).get(document, "a").then().statusCode(200);
        reader(api).get(document, "none").then().statusCode(404);
        writer(api).body("{\"query\":\"said\"}").post(base + "/search").then().statusCode(200);
        writer(api).body("{}").post(base + "/search").then().statusCode(400);
        writer(api)
                .body("{\"query\":\"said\"}")
                .post(bases + "/none/search")
                .then()
                .statusCode(404);
        for (String kb : List.of("described", "none")) {
            post(
                            between,
                            INTERNAL + "knowledge/retrieve",
                            new KnowledgeQuestion(
                                    "demo",
                                    List.of(kb),
                                    "said",
                                    5,
                                    ProtocolCodec.mapper().createObjectNode(),
                                    new RunId(UUID.randomUUID()),
                                    "bot",
                                    "u1",
                                    "demo/bot/c/"))
                    .statusCode(kb.equals("none") ? 404 : 200);
        }
        for (long revision : new long[] {2, 1}) {
            post(between, INTERNAL + "embedding-models", new EmbeddingModelChange("demo", "described", revision, null))
                    .statusCode(200)
                    .body("revision", equalTo(2));
        }
        otherDocument(api, bases, base, documents, base + "/search", documents + "/a");
        full(api, documents);
        reader(api).delete(document, "a").then().statusCode(204);
        reader(api).delete(document, "a").then().statusCode(404);
        reader(api).header("If-Match", "\"9\"").delete(base).then().statusCode(412);
        reader(api).delete(base).then().statusCode(204);
        reader(api).delete(base).then().statusCode(404);
    }

    private static void otherDocument(
            OpenApiValidationFilter api, String bases, String base, String documents, String search, String one) {
        for (String path : List.of(bases, base, documents, one)) {
            given().filter(api).get(path).then().statusCode(401);
            adapter(api).get(path).then().statusCode(403);
        }
        for (String path : List.of(base, one)) {
            given().filter(api).delete(path).then().statusCode(401);
            adapter(api).delete(path).then().statusCode(403);
        }
        for (String path : List.of(bases, search)) {
            given().filter(api)
                    .contentType("application/json")
                    .body("{}")
                    .post(path)
                    .then()
                    .statusCode(401);
            adapter(api)
                    .contentType("application/json")
                    .body("{}")
                    .post(path)
                    .then()
                    .statusCode(403);
            text(api).body("x").post(path).then().statusCode(415);
        }
        given().filter(api)
                .contentType("application/json")
                .body("{}")
                .put(base)
                .then()
                .statusCode(401);
        adapter(api).contentType("application/json").body("{}").put(base).then().statusCode(403);
        text(api).body("x").put(base).then().statusCode(415);
        given().filter(api)
                .contentType("text/plain")
                .body("x")
                .post(documents)
                .then()
                .statusCode(401);
        adapter(api).contentType("text/plain").body("x").post(documents).then().statusCode(403);
    }

    /** Stores the maximum of documents of a knowledge base. */
    private void full(OpenApiValidationFilter api, String documents) {
        pool.query("""
                        insert into context.knowledge_documents
                            (kb, document_id, filename, mime_type, size_bytes, sha256, metadata, content_id, status)
                        select d.kb, 'n' || n, 'n', d.mime_type, 1, 'n' || n, '{}', d.content_id, 'failed'
                        from context.knowledge_documents d, generate_series(1, 10000) n where d.document_id = 'a'
                        """).execute().await().atMost(Duration.ofSeconds(60));
        text(api)
                .queryParam("filename", "b.txt")
                .body("another")
                .post(documents)
                .then()
                .statusCode(409);
        pool.query("delete from context.knowledge_documents where size_bytes = 1 and filename = 'n'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(60));
    }
}
