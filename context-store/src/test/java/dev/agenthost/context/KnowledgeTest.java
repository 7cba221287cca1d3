package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.ContextClient.post;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.notNullValue;

import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Libraries;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests knowledge from a document to the passages of a run: real PostgreSQL, the built-in model, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class KnowledgeTest {
    private static final String BASES = "/api/v1/knowledge-bases";

    private final String kb = "kb-" + UUID.randomUUID();

    @BeforeEach
    void createsAKnowledgeBase() {
        base("{\"kb_id\":\"" + kb + "\",\"name\":\"House rules\",\"description\":\"How we live\",\"chunk_size\":300,"
                        + "\"chunk_overlap\":40}")
                .statusCode(201)
                .header("ETag", "\"1\"")
                .header("Location", containsString(BASES + "/" + kb));
    }

    @Test
    void aDocumentIsFoundByMeaningAndByWords() {
        indexed(upload("rules.md", "text/markdown", Libraries.HOUSE).statusCode(201));

        retrieve(kb, "When do I have to be quiet?", 2)
                .statusCode(200)
                .body("results", hasSize(2))
                .body("results[0].content[0].type", equalTo("text"))
                .body("results[0].content[0].text", containsString("after ten in the evening"))
                .body("results[0].metadata.heading", equalTo("House > Noise"))
                .body("results[0].metadata.document_name", equalTo("rules.md"))
                .body("results[0].metadata.kb_id", equalTo(kb))
                .body("results[0].distance", lessThan(1f))
                .body("results[0].id", notNullValue());
        retrieve(kb, "垃圾什么时候收", 1).statusCode(200).body("results[0].content[0].text", containsString("垃圾每周二收"));
        search(kb, "{\"query\":\"ZX-81\",\"top_k\":1}")
                .statusCode(200)
                .body("results[0].content[0].text", containsString("ZX-81"));
    }

    @Test
    void filtersApplyToTheMetadataOfDocuments() {
        for (String language : List.of("en", "de")) {
            indexed(upload(
                            language + ".txt",
                            "text/plain",
                            "The key is under the mat. " + language,
                            "metadata",
                            "{\"language\":\"" + language + "\",\"year\":2026}")
                    .statusCode(201));
        }

        search(kb, "{\"query\":\"key\",\"filters\":{\"language\":\"de\",\"year\":2026}}")
                .statusCode(200)
                .body("results", hasSize(1))
                .body("results[0].metadata.language", equalTo("de"));
        search(kb, "{\"query\":\"key\",\"filters\":{\"language\":\"fr\"}}").body("results", hasSize(0));
        search(kb, "{\"query\":\"key\",\"filters\":{\"year\":\"2026\"}}").body("results", hasSize(0));
    }

    @Test
    void theSameContentIsOneDocumentAndANewVersionIsFoundInsteadOfTheOld() {
        String id =
                indexed(upload("a.txt", "text/plain", "The pool opens at six.").statusCode(201));

        upload("b.txt", "text/plain", "The pool opens at six.")
                .statusCode(200)
                .body("document_id", equalTo(id))
                .body("filename", equalTo("a.txt"))
                .body("status", equalTo("indexed"));
        upload("c.txt", "text/plain", "The pool opens at nine.", "document_id", id)
                .statusCode(200)
                .body("status", equalTo("pending"))
                .body("filename", equalTo("c.txt"));
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> document(id).body("status", equalTo("indexed")));

        retrieve(kb, "pool", 5)
                .body("results", hasSize(1))
                .body("results[0].content[0].text", equalTo("The pool opens at nine."));
        authorized().delete(BASES + "/" + kb + "/documents/" + id).then().statusCode(204);
        retrieve(kb, "pool", 5).statusCode(200).body("results", hasSize(0));
        document(id).statusCode(404);
    }

    @Test
    void anUnreadableDocumentFailsWithAReasonAndIsIndexedOnceFixed() {
        byte[] noText = {(byte) 0xff, (byte) 0xfe, 0x00};
        String id = authorized()
                .contentType("text/plain")
                .queryParam("filename", "x.txt")
                .body(noText)
                .post(BASES + "/" + kb + "/documents")
                .then()
                .statusCode(201)
                .extract()
                .path("document_id");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> document(id)
                .body("status", equalTo("failed"))
                .body("reason", equalTo("The document is not UTF-8 text.")));

        upload("x.txt", "text/plain", "Now it is text.", "document_id", id).statusCode(200);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> document(id).body("status", equalTo("indexed")).body("chunks", equalTo(1)));
    }

    @Test
    void otherSizesIndexEveryDocumentAgain() {
        String id = indexed(upload("rules.md", "text/markdown", Libraries.HOUSE).statusCode(201));
        int before = document(id).extract().path("chunks");

        authorized()
                .contentType("application/json")
                .header("If-Match", "\"1\"")
                .body("{\"name\":\"House rules\",\"chunk_size\":100,\"chunk_overlap\":0}")
                .put(BASES + "/" + kb)
                .then()
                .statusCode(200)
                .header("ETag", "\"2\"");

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            document(id).body("status", equalTo("indexed"));
            assertThat(document(id).extract().<Integer>path("chunks")).isGreaterThan(before);
        });
    }

    @Test
    void aKnowledgeBaseIsChangedByItsEtagAndDeletedWithItsDocuments() {
        indexed(upload("a.txt", "text/plain", "Gone soon.").statusCode(201));
        String path = BASES + "/" + kb;
        String named = "{\"name\":\"Other\"}";
        authorized()
                .contentType("application/json")
                .body(named)
                .put(path)
                .then()
                .statusCode(428);
        put(path, "\"7\"", named).statusCode(412);
        put(path, "nonsense", named).statusCode(412);
        put(path, "*", named)
                .statusCode(200)
                .body("name", equalTo("Other"))
                .body("chunk_size", equalTo(1000))
                .body("version", equalTo(2));
        put(BASES + "/none", "*", named).statusCode(404);
        base("{\"kb_id\":\"" + kb + "\",\"name\":\"x\"}").statusCode(409).body("field", equalTo("kb_id"));

        authorized().header("If-Match", "\"1\"").delete(path).then().statusCode(412);
        authorized().delete(path).then().statusCode(204);
        authorized().delete(path).then().statusCode(404);
        ContextClient.get(path).statusCode(404);
        ContextClient.get(path + "/documents").statusCode(404);
        retrieve(kb, "gone", 1).statusCode(404).body("code", equalTo("not_found"));
    }

    @Test
    void pagesContinueWhereThePreviousOneEnded() {
        for (String id : List.of("d1", "d2", "d3")) {
            upload(id + ".txt", "text/plain", "Text of " + id, "document_id", id)
                    .statusCode(201);
        }
        String documents = BASES + "/" + kb + "/documents";

        String next = ContextClient.get(documents, "limit", "2")
                .statusCode(200)
                .body("items.document_id", equalTo(List.of("d1", "d2")))
                .extract()
                .path("next_cursor");
        ContextClient.get(documents, "cursor", next)
                .body("items.document_id", equalTo(List.of("d3")))
                .body("next_cursor", equalTo(null));
        ContextClient.get(documents, "limit", "0").statusCode(400).body("field", equalTo("limit"));
        ContextClient.get(BASES, "cursor", "**").statusCode(400).body("field", equalTo("cursor"));
        ContextClient.get(BASES, "limit", "1").statusCode(200).body("items", hasSize(1));
    }

    @Test
    void invalidRequestsNameTheField() {
        base("{").statusCode(400);
        base("{}").statusCode(400).body("field", equalTo("name"));
        base("{\"name\":\"x\",\"colour\":\"red\"}").statusCode(400).body("field", equalTo("colour"));
        base("{\"name\":\"x\",\"chunk_sise\":99}")
                .statusCode(400)
                .body("field", equalTo("chunk_sise"))
                .body("detail", containsString("the nearest name is chunk_size"));
        base("{\"name\":\"a\\nb\"}").statusCode(400).body("field", equalTo("name"));
        base("{\"name\":\"x\",\"kb_id\":\"a b\"}").statusCode(400).body("field", equalTo("kb_id"));
        base("{\"name\":\"x\",\"embedding\":\"gpt\"}").statusCode(400).body("field", equalTo("embedding"));
        base("{\"name\":\"x\",\"chunk_size\":99}").statusCode(400).body("field", equalTo("chunk_size"));
        base("{\"name\":\"x\",\"chunk_overlap\":501}").statusCode(400).body("field", equalTo("chunk_overlap"));
        base("{\"name\":\"x\",\"description\":\"" + "d".repeat(2001) + "\"}")
                .statusCode(400)
                .body("field", equalTo("description"));
        base("{\"name\":\"x\",\"workspace_id\":\"other\"}").statusCode(404);
        base("{\"name\":\"" + "x".repeat(70_000) + "\"}").statusCode(413);

        authorized()
                .contentType("text/plain")
                .body("x")
                .post(BASES + "/" + kb + "/documents")
                .then()
                .statusCode(400)
                .body("field", equalTo("filename"));
        upload("a.txt", "text/plain", "").statusCode(400);
        upload("a.txt", "application/zip", "x").statusCode(415);
        upload("a.txt", "text/plain", "x", "document_id", "../x")
                .statusCode(400)
                .body("field", equalTo("document_id"));
        upload("a.txt", "text/plain", "x", "metadata", "[]").statusCode(400).body("field", equalTo("metadata"));
        upload("a.txt", "text/plain", "x", "metadata", "{\"a\":{}}")
                .statusCode(400)
                .body("field", equalTo("metadata.a"));
        upload("a.txt", "text/plain", "x", "metadata", "{\"a\":\"\\u0000\"}").statusCode(400);
        authorized()
                .contentType("text/plain")
                .queryParam("filename", "a")
                .body("x")
                .post(BASES + "/none/documents")
                .then()
                .statusCode(404);

        search(kb, "{}").statusCode(400).body("field", equalTo("query"));
        search(kb, "{\"query\":\"x\",\"top_k\":51}").statusCode(400).body("field", equalTo("top_k"));
        search(kb, "{\"query\":\"x\",\"filters\":{\"a\":[]}}").statusCode(400).body("field", equalTo("filters.a"));
        search(kb, "{\"query\":\"x\",\"extra\":1}").statusCode(400).body("field", equalTo("extra"));
        search("none", "{\"query\":\"x\"}").statusCode(404);
        retrieve("a\0b", "x", 1).statusCode(400);
        internal().body("{}").post("/internal/v1/knowledge/retrieve").then().statusCode(400);
    }

    @Test
    void tooLargeDocumentsAreRefusedAndNotStored() {
        authorized()
                .contentType("text/plain")
                .queryParam("filename", "large.txt")
                .body(new byte[20 * 1024 * 1024 + 1])
                .post(BASES + "/" + kb + "/documents")
                .then()
                .statusCode(413)
                .body("code", equalTo("payload_too_large"));

        ContextClient.get(BASES + "/" + kb + "/documents").body("items", hasSize(0));
    }

    @Test
    void otherWorkspacesAndKeysWithoutReadRightFindNothing() {
        indexed(upload("a.txt", "text/plain", "A secret of demo.").statusCode(201));

        KnowledgeQuestion foreign = question("other", kb, "secret", 5);
        String answer = post("/internal/v1/knowledge/retrieve", foreign)
                .statusCode(404)
                .extract()
                .asString();
        assertThat(post("/internal/v1/knowledge/retrieve", question("demo", "none", "secret", 5))
                        .statusCode(404)
                        .extract()
                        .asString())
                .isEqualTo(answer);
        given().get(BASES).then().statusCode(401);
        given().header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY)
                .get(BASES)
                .then()
                .statusCode(403);
    }

    private ValidatableResponse upload(String filename, String type, String text, String... query) {
        var request = authorized().contentType(type + (type.startsWith("text/") ? ";charset=utf-8" : ""));
        request.queryParam("filename", filename);
        for (int i = 0; i < query.length; i += 2) {
            request.queryParam(query[i], query[i + 1]);
        }
        return request.body(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .post(BASES + "/" + kb + "/documents")
                .then();
    }

    /** @return its id, once it is indexed */
    private String indexed(ValidatableResponse given) {
        String id = given.extract().path("document_id");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> document(id).body("status", equalTo("indexed")));
        return id;
    }

    private ValidatableResponse document(String id) {
        return ContextClient.get(BASES + "/" + kb + "/documents/" + id);
    }

    private static ValidatableResponse base(String json) {
        return authorized()
                .contentType("application/json")
                .body(json)
                .post(BASES)
                .then();
    }

    private static ValidatableResponse put(String path, String ifMatch, String json) {
        return authorized()
                .contentType("application/json")
                .header("If-Match", ifMatch)
                .body(json)
                .put(path)
                .then();
    }

    private static ValidatableResponse search(String kb, String json) {
        return authorized()
                .contentType("application/json")
                .body(json)
                .post(BASES + "/" + kb + "/search")
                .then();
    }

    private static ValidatableResponse retrieve(String kb, String query, int topK) {
        return post("/internal/v1/knowledge/retrieve", question("demo", kb, query, topK));
    }

    private static KnowledgeQuestion question(String workspace, String kb, String query, int topK) {
        return new KnowledgeQuestion(
                workspace,
                List.of(kb),
                query,
                topK,
                ProtocolCodec.mapper().createObjectNode(),
                new RunId(UUID.randomUUID()),
                "bot",
                "u1",
                "demo/bot/c1/");
    }

    private static io.restassured.specification.RequestSpecification authorized() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }
}
