package dev.agenthost.context.described;

import static dev.agenthost.context.described.Asks.INTERNAL;
import static dev.agenthost.context.described.Asks.adapter;
import static dev.agenthost.context.described.Asks.post;
import static dev.agenthost.context.described.Asks.reader;
import static dev.agenthost.context.described.Asks.text;
import static dev.agenthost.context.described.Asks.writer;
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

/** Knowledge bases, their documents and what is found in them. */
public final class DescribedKnowledge {
    private final Pool pool;

    public DescribedKnowledge(Pool pool) {
        this.pool = pool;
    }

    public void ask(OpenApiValidationFilter asked, OpenApiValidationFilter between) {
        String bases = "/api/v1/knowledge-bases";
        String base = bases + "/described";
        String documents = base + "/documents";
        String document = documents + "/{document}";
        String form = "{\"kb_id\":\"described\",\"name\":\"Described\",\"description\":\"d\"}";
        writer(asked).body(form).post(bases).then().statusCode(201);
        writer(asked).body(form).post(bases).then().statusCode(409);
        writer(asked).body("{}").post(bases).then().statusCode(400);
        writer(asked)
                .body("{\"name\":\"n\",\"workspace_id\":\"other\"}")
                .post(bases)
                .then()
                .statusCode(404);
        writer(asked).body("[").header("If-Match", "*").put(base).then().statusCode(400);
        writer(asked).body(form).put(base).then().statusCode(428);
        writer(asked).body(form).header("If-Match", "\"9\"").put(base).then().statusCode(412);
        writer(asked).body(form).header("If-Match", "\"1\"").put(base).then().statusCode(200);
        writer(asked)
                .body("{\"name\":\"n\"}")
                .header("If-Match", "*")
                .put(bases + "/none")
                .then()
                .statusCode(404);
        for (String path : List.of(bases, documents)) {
            reader(asked).get(path).then().statusCode(200);
            reader(asked).queryParam("limit", 0).get(path).then().statusCode(400);
        }
        reader(asked).get(base).then().statusCode(200);
        reader(asked).get(bases + "/none").then().statusCode(404);
        reader(asked).get(bases + "/none/documents").then().statusCode(404);

        text(asked)
                .queryParam("filename", "a.txt")
                .body("a")
                .post(bases + "/none/documents")
                .then()
                .statusCode(404);
        text(asked).body("a").post(documents).then().statusCode(400);
        for (int status : new int[] {201, 200}) {
            text(asked)
                    .queryParam("filename", "a.txt")
                    .queryParam("document_id", "a")
                    .body("said")
                    .post(documents)
                    .then()
                    .statusCode(status);
        }
        writer(asked).body("{}").post(documents).then().statusCode(415);
        reader(asked).get(document, "a").then().statusCode(200);
        reader(asked).get(document, "none").then().statusCode(404);
        writer(asked).body("{\"query\":\"said\"}").post(base + "/search").then().statusCode(200);
        writer(asked).body("{}").post(base + "/search").then().statusCode(400);
        writer(asked)
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
        strangers(asked, bases, base, documents, base + "/search", documents + "/a");
        full(asked, documents);
        reader(asked).delete(document, "a").then().statusCode(204);
        reader(asked).delete(document, "a").then().statusCode(404);
        reader(asked).header("If-Match", "\"9\"").delete(base).then().statusCode(412);
        reader(asked).delete(base).then().statusCode(204);
        reader(asked).delete(base).then().statusCode(404);
    }

    private static void strangers(
            OpenApiValidationFilter asked, String bases, String base, String documents, String search, String one) {
        for (String path : List.of(bases, base, documents, one)) {
            given().filter(asked).get(path).then().statusCode(401);
            adapter(asked).get(path).then().statusCode(403);
        }
        for (String path : List.of(base, one)) {
            given().filter(asked).delete(path).then().statusCode(401);
            adapter(asked).delete(path).then().statusCode(403);
        }
        for (String path : List.of(bases, search)) {
            given().filter(asked)
                    .contentType("application/json")
                    .body("{}")
                    .post(path)
                    .then()
                    .statusCode(401);
            adapter(asked)
                    .contentType("application/json")
                    .body("{}")
                    .post(path)
                    .then()
                    .statusCode(403);
            text(asked).body("x").post(path).then().statusCode(415);
        }
        given().filter(asked)
                .contentType("application/json")
                .body("{}")
                .put(base)
                .then()
                .statusCode(401);
        adapter(asked)
                .contentType("application/json")
                .body("{}")
                .put(base)
                .then()
                .statusCode(403);
        text(asked).body("x").put(base).then().statusCode(415);
        given().filter(asked)
                .contentType("text/plain")
                .body("x")
                .post(documents)
                .then()
                .statusCode(401);
        adapter(asked)
                .contentType("text/plain")
                .body("x")
                .post(documents)
                .then()
                .statusCode(403);
    }

    /** As many documents as a knowledge base may have. */
    private void full(OpenApiValidationFilter asked, String documents) {
        pool.query("""
                        insert into context.knowledge_documents
                            (kb, document_id, filename, mime_type, size_bytes, sha256, metadata, content_id, status)
                        select d.kb, 'n' || n, 'n', d.mime_type, 1, 'n' || n, '{}', d.content_id, 'failed'
                        from context.knowledge_documents d, generate_series(1, 10000) n where d.document_id = 'a'
                        """).execute().await().atMost(Duration.ofSeconds(60));
        text(asked)
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
