package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.internal;
import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests artifacts of runs from their storage to their download, over REST with a real PostgreSQL. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ArtifactsTest {
    private static final String CONTENT = "/api/v1/artifacts/{artifact}/content";
    private static final String SHA_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final EventEnvelope event = said(here, "draw");
    private final ArtifactOwner owner = owner(here.conversationId());

    @BeforeEach
    void aRunIsOpen() {
        new ContextClient(here).open(event, 1).statusCode(200);
    }

    @Test
    void anArtifactIsReadByRunsOfItsConversationOnly() {
        String id = put(Artifacts.text(owner, 1, "result/1", "abc"))
                .statusCode(200)
                .body("size_bytes", equalTo(3))
                .body("sha256", equalTo(SHA_OF_ABC))
                .body("mime_type", equalTo("text/plain"))
                .body("source", equalTo("runner"))
                .body("run_id", equalTo(run(event).toString()))
                .extract()
                .path("artifact_id");
        ArtifactOwner next =
                new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", here.conversationId(), null);
        ArtifactOwner otherReader = new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", "elsewhere", null);

        metadata(next, id).statusCode(200).body("metadata.pages", equalTo(1));
        read(next, id, 1, 1)
                .statusCode(200)
                .body("content_base64", equalTo(Artifacts.base64("b")))
                .body("offset", equalTo(1))
                .body("length", equalTo(1))
                .body("has_more", equalTo(true));
        read(next, id, 3, null)
                .statusCode(200)
                .body("content_base64", equalTo(""))
                .body("length", equalTo(0))
                .body("has_more", equalTo(false));
        read(next, id, 99, 5).statusCode(200).body("length", equalTo(0));
        String foreign = metadata(otherReader, id).statusCode(404).extract().asString();
        assertThat(metadata(otherReader, "nothing").statusCode(404).extract().asString())
                .isEqualTo(foreign);
        assertThat(read(otherReader, id, 0, 1).statusCode(404).extract().asString())
                .isEqualTo(foreign);
    }

    @Test
    void aPageHasTheCurrentMetadataOfItsArtifactsOnRequest() {
        String id = put(Artifacts.text(owner, 1, "result/1", "abc")).extract().path("artifact_id");
        ArtifactCreated made = new ArtifactCreated("file", id, null, null, null, null, Records.object(), null);
        ArtifactCreated gone = new ArtifactCreated("file", "gone", null, null, null, null, Records.object(), null);
        try (Broker broker = new Broker()) {
            int partition = event.conversationKey().partition();
            RecordPosition position = broker.publish(Topics.EVENTS, partition, event);
            RecordPosition last = broker.publish(
                    Topics.RUN_RESULTS,
                    partition,
                    results(event, 1, 1, started(event, position), made, gone, message("both")));

            page(owner, last)
                    .statusCode(200)
                    .body("items[0].artifact_refs[0].artifact_id", equalTo(id))
                    .body("items[0].artifact_refs[0].size_bytes", equalTo(3))
                    .body("items[0].artifact_refs[0].sha256", equalTo(SHA_OF_ABC))
                    .body("items[0].artifact_refs[0].scope", equalTo("conversation"))
                    .body("items[0].artifact_refs[0].expires_at", notNullValue())
                    .body("items[0].artifact_refs[1].gone", equalTo(true));
            page(null, last)
                    .statusCode(200)
                    .body("items[0].artifact_refs[0].size_bytes", nullValue())
                    .body("items[0].artifact_refs[1].gone", nullValue());
            page(otherReader(), last).body("items[0].artifact_refs.gone", contains(true, true));
            page(new ArtifactOwner("demo", owner.runId(), "a\0b", null, null), last)
                    .statusCode(400)
                    .body("field", equalTo("reader"));
        }
    }

    private static ArtifactOwner otherReader() {
        return new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", "elsewhere", null);
    }

    private ValidatableResponse page(@Nullable ArtifactOwner reader, RecordPosition position) {
        return post(
                "/internal/v1/history/page",
                new HistoryQuestion(
                        "demo",
                        "bot",
                        here.conversationId(),
                        null,
                        null,
                        null,
                        50,
                        HistoryDirection.BACKWARD,
                        List.of(position),
                        reader,
                        null));
    }

    @Test
    void aRepetitionGivesTheSameIdAndALaterAttemptToo() {
        ArtifactPut first = Artifacts.text(owner, 1, "result/1", "abc");
        String id = put(first).statusCode(200).extract().path("artifact_id");

        put(first).statusCode(200).body("artifact_id", equalTo(id));
        new ContextClient(here).open(event, 2).statusCode(200);
        put(first).statusCode(409).body("code", equalTo("conflict"));
        put(Artifacts.text(owner, 2, "result/1", "other"))
                .statusCode(200)
                .body("artifact_id", equalTo(id))
                .body("size_bytes", equalTo(5));
        post("/internal/v1/runs/end", new RunEnd("demo", run(event), 2)).statusCode(204);
        put(Artifacts.text(owner, 2, "result/2", "late")).statusCode(409);
    }

    @Test
    void anIdOfTheRunnerIsValidInItsRun() {
        put(Artifacts.named(owner, 1, "result/1", "mine", "abc"))
                .statusCode(200)
                .body("artifact_id", equalTo("mine"));
        refused(Artifacts.named(owner, 1, "result/2", "mine", "xyz"), 400, "artifact_id");

        put(naming("mine", null, null)).statusCode(200).body("sha256", equalTo(SHA_OF_ABC));
        put(naming("mine", 3L, SHA_OF_ABC)).statusCode(200);
        refused(naming("mine", 4L, null), 400, "size_bytes");
        refused(naming("mine", null, "00"), 400, "sha256");
        put(naming("nobody's", null, null)).statusCode(404);
        refused(naming(null, null, null), 400, "content_base64");
    }

    @Test
    void invalidArtifactsNameTheFieldAndAreNotStored() {
        refused(of("bad", null, null, null, "*"), 400, "content_base64");
        refused(of("bad", null, 9L, null, Artifacts.base64("abc")), 400, "size_bytes");
        refused(of("bad", null, null, "00", Artifacts.base64("abc")), 400, "sha256");
        refused(of("bad", "nonsense", null, null, Artifacts.base64("abc")), 400, "mime_type");
        refused(of("bad", "image/png", null, null, Artifacts.base64("<!DOCTYPE html><html></html>")), 415, "mime_type");
        refused(of("bad", null, null, null, Artifacts.base64(new byte[1024 * 1024 + 1])), 413, "content_base64");
        refused(of("a\nb", null, null, null, Artifacts.base64("abc")), 400, "artifact_id");
        refused(Artifacts.text(owner("a\0b"), 1, "result/1", "abc"), 400, "conversation_id");
        internal()
                .body("{\"owner\":{\"workspace_id\":\"demo\"}}")
                .post("/internal/v1/artifacts/put")
                .then()
                .statusCode(400);

        metadata(owner, "bad").statusCode(404);
    }

    @Test
    void aMebibyteIsStoredAndReadInRanges() {
        byte[] bytes = new byte[1024 * 1024];
        new Random(11).nextBytes(bytes);
        put(Artifacts.put(owner, 1, "result/1", "large", null, null, null, null, Artifacts.base64(bytes)))
                .statusCode(200);

        String base64 = read(owner, "large", 0, null)
                .body("has_more", equalTo(false))
                .extract()
                .path("content_base64");
        assertThat(Base64.getDecoder().decode(base64)).isEqualTo(bytes);
        assertThat(download("large").statusCode(200).extract().asByteArray()).isEqualTo(bytes);
        assertThat(download("large", "Range", "bytes=262143-786433")
                        .statusCode(206)
                        .header("Content-Range", "bytes 262143-786433/1048576")
                        .extract()
                        .asByteArray())
                .isEqualTo(Arrays.copyOfRange(bytes, 262143, 786434));
    }

    @Test
    void aDownloadIsSavedAndNeverExecuted() {
        put(Artifacts.put(
                        owner,
                        1,
                        "result/1",
                        "page",
                        "text/html",
                        "../pages/ü\".html",
                        null,
                        null,
                        Artifacts.base64("<html><script>alert(1)</script></html>")))
                .statusCode(200)
                .body("name", equalTo("ü\".html"));

        String etag = download("page")
                .statusCode(200)
                .contentType("text/html")
                .header("Content-Disposition", "attachment; filename=\"__.html\"; filename*=UTF-8''%C3%BC%22.html")
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header("Accept-Ranges", "bytes")
                .extract()
                .header("ETag");
        assertThat(download("page", "If-None-Match", "\"x\", W/" + etag)
                        .statusCode(304)
                        .extract()
                        .asByteArray())
                .isEmpty();
        download("page", "Range", "bytes=0-5", "If-Range", etag).statusCode(206);
        download("page", "Range", "bytes=0-5", "If-Range", "\"another\"").statusCode(200);
        download("page", "Range", "bytes=0-1,3-4").statusCode(200);
        download("page", "Range", "bytes=99-")
                .statusCode(416)
                .contentType("application/problem+json")
                .header("Content-Range", "bytes */38")
                .body("code", equalTo("invalid_argument"));
    }

    @Test
    void anEmptyArtifactIsDownloaded() {
        put(of("empty", null, 0L, null, "")).statusCode(200);

        assertThat(download("empty").statusCode(200).extract().asByteArray()).isEmpty();
        download("empty", "Range", "bytes=0-").statusCode(416);
    }

    @Test
    void peopleReadByWorkspaceAndOthersGetTheSameError() {
        String id = "report-" + UUID.randomUUID();
        put(Artifacts.named(owner, 1, "result/1", id, "older")).statusCode(200);
        ConversationRef there = conversation("c-" + UUID.randomUUID());
        EventEnvelope second = said(there, "draw again");
        new ContextClient(there).open(second, 1).statusCode(200);
        ArtifactOwner other = new ArtifactOwner("demo", run(second), "bot", there.conversationId(), null);
        put(Artifacts.named(other, 1, "result/1", id, "newer and longer")).statusCode(200);

        ContextClient.get("/api/v1/artifacts/" + id)
                .statusCode(200)
                .body("run_id", equalTo(run(second).toString()));
        ContextClient.get("/api/v1/artifacts/" + id, "run_id", run(event).toString())
                .statusCode(200)
                .body("size_bytes", equalTo(5));
        ContextClient.get("/api/v1/artifacts/" + id, "run_id", UUID.randomUUID().toString())
                .statusCode(404);
        ContextClient.get("/api/v1/artifacts/" + id, "run_id", "x")
                .statusCode(400)
                .body("field", equalTo("run_id"));
        given().get(CONTENT, id).then().statusCode(401);
        for (String path : new String[] {CONTENT, "/api/v1/artifacts/{artifact}"}) {
            given().header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY)
                    .get(path, id)
                    .then()
                    .statusCode(200);
            given().header("Authorization", "Bearer " + ContextSettings.OTHER_ADAPTER_KEY)
                    .get(path, id)
                    .then()
                    .statusCode(404)
                    .body("detail", equalTo("There is no such artifact."));
        }
        post("/internal/v1/run-context", open("foreign")).statusCode(200);
        put(Artifacts.named(foreign(), 1, "result/1", "theirs", "abc")).statusCode(200);
        download("theirs").statusCode(404);
        ContextClient.get("/api/v1/artifacts/theirs").statusCode(404);
    }

    private RunContextQuestion open(String workspace) {
        return new RunContextQuestion(workspace, run(event), 1, event.eventId(), "bot", "c", null, List.of());
    }

    private ArtifactOwner foreign() {
        return new ArtifactOwner("foreign", run(event), "bot", "c", null);
    }

    private ArtifactOwner owner(String conversationId) {
        return new ArtifactOwner("demo", run(event), "bot", conversationId, null);
    }

    private ArtifactPut naming(String id, Long size, String sha256) {
        return Artifacts.put(owner, 1, "result/7", id, null, null, size, sha256, null);
    }

    private ArtifactPut of(String id, String mimeType, Long size, String sha256, String base64) {
        return Artifacts.put(owner, 1, "result/9", id, mimeType, null, size, sha256, base64);
    }

    private static ValidatableResponse put(ArtifactPut put) {
        return post("/internal/v1/artifacts/put", put);
    }

    private static void refused(ArtifactPut put, int status, String field) {
        put(put).statusCode(status).body("field", equalTo(field));
    }

    private static ValidatableResponse metadata(ArtifactOwner reader, String id) {
        return post("/internal/v1/artifacts/metadata", new ArtifactQuestion(reader, id));
    }

    private static ValidatableResponse read(ArtifactOwner reader, String id, long offset, Integer limit) {
        return post("/internal/v1/artifacts/read", new ArtifactRangeQuestion(reader, id, offset, limit));
    }

    private static ValidatableResponse download(String id, String... headers) {
        RequestSpecification request = given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        Response response = request.get(CONTENT, id);
        return response.then();
    }
}
