package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests files from their upload to their deletion: real PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class FilesTest {
    private static final String FILES = "/api/v1/files";
    private static final String READ = "/internal/v1/files/read";

    @Test
    void anUploadedFileIsDescribedDownloadedAndReadByARun() {
        byte[] bytes = new byte[700_000];
        new Random(3).nextBytes(bytes);
        ValidatableResponse made = put("../räksmörgås.bin", "config", null, bytes)
                .statusCode(201)
                .body("file_key", matchesPattern("[a-z0-9]{32}\\.bin"))
                .body("name", equalTo("räksmörgås.bin"))
                .body("size_bytes", equalTo(bytes.length))
                .body("purpose", equalTo("config"));
        String key = made.extract().path("file_key");
        assertThat(made.extract().header("Location")).endsWith(FILES + "/" + key);

        admin().get(FILES + "/{key}", key).then().statusCode(200).body("file_key", equalTo(key));
        Response saved = admin().get(FILES + "/{key}/content", key);
        assertThat(saved.asByteArray()).isEqualTo(bytes);
        assertThat(saved.header("Content-Disposition")).startsWith("attachment; filename*=UTF-8''r%C3%A4ksm");
        assertThat(saved.header("X-Content-Type-Options")).isEqualTo("nosniff");
        admin().header("If-None-Match", saved.header("ETag"))
                .get(FILES + "/{key}/content", key)
                .then()
                .statusCode(304);
        String base64 =
                read("demo", key, FilePurpose.CONFIG).statusCode(200).extract().path("file_base64");
        assertThat(Base64.getDecoder().decode(base64)).isEqualTo(bytes);
    }

    @Test
    void theSameFileUploadedTwiceIsOneFile() {
        byte[] bytes = text("twice " + UUID.randomUUID());
        String key = put("a.txt", "config", "text/plain", bytes)
                .statusCode(201)
                .extract()
                .path("file_key");

        put("a.txt", "config", "text/plain", bytes).statusCode(200).body("file_key", equalTo(key));
        put("a.txt", "knowledge", "text/plain", bytes).statusCode(201);
    }

    @Test
    void aDeletedFileIsNotFound() {
        String key = put("gone.txt", "config", null, text("gone " + UUID.randomUUID()))
                .statusCode(201)
                .extract()
                .path("file_key");

        admin().delete(FILES + "/{key}", key).then().statusCode(204);
        admin().delete(FILES + "/{key}", key).then().statusCode(404);
        admin().get(FILES + "/{key}", key).then().statusCode(404);
        admin().get(FILES + "/{key}/content", key).then().statusCode(404);
        read("demo", key, FilePurpose.CONFIG).statusCode(404);
    }

    @Test
    void aRunReadsOnlyFilesOfItsPurposeAndWorkspace() {
        String key = put("k.txt", "knowledge", null, text("known " + UUID.randomUUID()))
                .statusCode(201)
                .extract()
                .path("file_key");

        read("demo", key, FilePurpose.KNOWLEDGE).statusCode(200);
        String none = read("demo", "none", FilePurpose.KNOWLEDGE)
                .statusCode(404)
                .extract()
                .asString();
        assertThat(read("demo", key, FilePurpose.CONFIG)
                        .statusCode(404)
                        .extract()
                        .asString())
                .isEqualTo(none);
        assertThat(read("other", key, FilePurpose.KNOWLEDGE)
                        .statusCode(404)
                        .extract()
                        .asString())
                .isEqualTo(none);
        assertThat(read("demo", "../../x", FilePurpose.KNOWLEDGE)
                        .statusCode(404)
                        .extract()
                        .asString())
                .isEqualTo(none);
        read("a\0b", key, FilePurpose.KNOWLEDGE).statusCode(400).body("field", equalTo("workspace_id"));
    }

    @Test
    void invalidRequestsNameTheFieldAndStoreNothing() {
        refused(put(null, "config", null, text("x")), 400, "name");
        refused(put("..", "config", null, text("x")), 400, "name");
        refused(put("a.txt", null, null, text("x")), 400, "purpose");
        refused(put("a.txt", "avatar", null, text("x")), 400, "purpose");
        put("a.txt", "config", null, new byte[0]).statusCode(400).body("detail", equalTo("The body is empty."));
        refused(put("a.png", "config", "image/png", text("<!DOCTYPE html><html></html>")), 415, "Content-Type");
        refused(put("a.png", "config", "multipart/form-data; boundary=x", text("--x")), 415, "Content-Type");
        put("big.bin", "config", null, new byte[FileLimits.BYTES + 1])
                .statusCode(413)
                .body("code", equalTo("payload_too_large"));
        refused(admin().queryParam("limit", "0").get(FILES).then(), 400, "limit");
        refused(admin().queryParam("limit", "x").get(FILES).then(), 400, "limit");
        refused(admin().queryParam("cursor", "nonsense").get(FILES).then(), 400, "cursor");
        admin().get(FILES + "/{key}", "a b").then().statusCode(404);
    }

    @Test
    void aFileOfTheMaximumSizeIsStored() {
        byte[] bytes = new byte[FileLimits.BYTES];
        new Random(5).nextBytes(bytes);
        String key = put("large.bin", "knowledge", null, bytes)
                .statusCode(201)
                .extract()
                .path("file_key");

        assertThat(admin().get(FILES + "/{key}/content", key).asByteArray()).isEqualTo(bytes);
        admin().delete(FILES + "/{key}", key).then().statusCode(204);
    }

    @Test
    void theListHasEachFileOnceNewestFirst() {
        String older = put("1.txt", "config", null, text("1 " + UUID.randomUUID()))
                .extract()
                .path("file_key");
        String newer = put("2.txt", "config", null, text("2 " + UUID.randomUUID()))
                .extract()
                .path("file_key");

        ValidatableResponse first = admin().queryParam("limit", 1)
                .get(FILES)
                .then()
                .statusCode(200)
                .body("items.file_key", contains(newer));
        admin().queryParam("limit", 1)
                .queryParam("cursor", first.extract().<String>path("next_cursor"))
                .get(FILES)
                .then()
                .body("items.file_key", contains(older));
        admin().queryParam("limit", 100).get(FILES).then().body("next_cursor", nullValue());
    }

    @Test
    void withoutTheRightNothingIsUploadedReadOrDeleted() {
        String key = put("mine.txt", "config", null, text("mine " + UUID.randomUUID()))
                .extract()
                .path("file_key");
        for (String path : List.of(FILES, FILES + "/" + key, FILES + "/" + key + "/content")) {
            adapter().get(path).then().statusCode(403);
            given().get(path).then().statusCode(401);
        }
        adapter().body(text("x")).post(FILES).then().statusCode(403);
        adapter().delete(FILES + "/{key}", key).then().statusCode(403);
        given().body(text("x")).post(FILES).then().statusCode(401);
    }

    @Test
    void aRunStartHasTheFactsOfItsGrantedFiles() {
        String key = put("facts.txt", "config", null, text("facts " + UUID.randomUUID()))
                .extract()
                .path("file_key");
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "hi");

        open(event, "demo", List.of("none", key, "not/a key", "a\0b"))
                .statusCode(200)
                .body("files", hasSize(1))
                .body("files[0].file_key", equalTo(key))
                .body("files[0].name", equalTo("facts.txt"))
                .body("files[0].mime_type", equalTo("text/plain"))
                .body("files[0].purpose", equalTo("config"))
                .body("skills", nullValue());
        open(event, "demo", List.of("a b")).statusCode(200).body("files", hasSize(0));
        open(event, "demo", null).statusCode(200).body("files", nullValue());
        open(event, "other", List.of(key)).statusCode(200).body("files", hasSize(0));
    }

    private static ValidatableResponse open(EventEnvelope event, String workspace, List<String> files) {
        return post(
                "/internal/v1/run-context",
                new RunContextQuestion(
                        workspace, run(event), 1, event.eventId(), "bot", "c", null, List.of(), files, null, null));
    }

    private static ValidatableResponse put(String name, String purpose, String type, byte[] bytes) {
        RequestSpecification request = admin().contentType(type == null ? "application/octet-stream" : type);
        if (name != null) {
            request.queryParam("name", name);
        }
        if (purpose != null) {
            request.queryParam("purpose", purpose);
        }
        return request.body(bytes).post(FILES).then();
    }

    private static ValidatableResponse read(String workspace, String key, FilePurpose purpose) {
        return post(READ, new FileQuestion(workspace, key, List.of(purpose)));
    }

    private static void refused(ValidatableResponse answer, int status, String field) {
        answer.statusCode(status).body("field", equalTo(field));
    }

    private static RequestSpecification admin() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }

    private static RequestSpecification adapter() {
        return given().header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
