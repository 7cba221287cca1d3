package dev.agenthost.context;

import static dev.agenthost.context.fixture.Asking.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.fixture.Asking;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Bytes that come in parts, from the first header until somebody saves them: real PostgreSQL, asked over REST. */
@QuarkusTest
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(ContextSettings.class)
class UploadsTest {
    private static final int MIB = 1024 * 1024;
    private static final String CONTENT = "/api/v1/artifacts/{artifact}/content";

    @Inject
    Pool pool;

    @TestHTTPResource("/")
    URI root;

    private final Tus tus = Tus.people(ContextSettings.API_KEY);
    private final String conversation = "c-" + UUID.randomUUID();
    private final Map<String, String> here = Map.of("bot_id", "bot", "conversation_id", conversation);

    @Test
    void whatCameInPartsIsReadWholeAndByItsConversation() throws Exception {
        byte[] bytes = random(3 * MIB + 12345);
        ValidatableResponse begun = tus.begin(
                        bytes.length,
                        with("filename", "../a b.bin", "sha256", sha256(bytes), "metadata", "{\"pages\":2}"))
                .statusCode(201)
                .header("Tus-Resumable", "1.0.0");
        String upload = begun.extract().path("upload_id");
        String artifact = begun.extract().path("artifact_id");
        assertThat(begun.extract().header("Location")).endsWith("/api/v1/uploads/" + upload);

        int at = 0;
        for (int part : new int[] {1, 100_000, 262_144, 2 * MIB}) {
            tus.append(upload, at, Arrays.copyOfRange(bytes, at, at + part))
                    .statusCode(204)
                    .header("Upload-Offset", Integer.toString(at + part));
            at += part;
        }
        tus.look(upload).statusCode(200).header("Upload-Offset", Integer.toString(at));
        content(artifact, ContextSettings.API_KEY).statusCode(404);
        tus.append(upload, at, Arrays.copyOfRange(bytes, at, bytes.length))
                .statusCode(204)
                .header("Upload-Offset", Integer.toString(bytes.length));

        tus.look(upload).statusCode(200).header("Upload-Offset", Integer.toString(bytes.length));
        assertThat(content(artifact, ContextSettings.API_KEY)
                        .statusCode(200)
                        .header("ETag", '"' + sha256(bytes) + '"')
                        .extract()
                        .asByteArray())
                .isEqualTo(bytes);
        seen(conversation, artifact)
                .statusCode(200)
                .body("size_bytes", equalTo(bytes.length))
                .body("name", equalTo("a b.bin"))
                .body("source", equalTo("user"))
                .body("run_id", nullValue())
                .body("metadata.pages", equalTo(2));
        seen("elsewhere", artifact).statusCode(404);
    }

    @Test
    void aRunUploadsWithItsTokenUntilALaterAttemptBegins() throws Exception {
        ConversationRef where = conversation(conversation);
        EventEnvelope event = said(where, "draw");
        new Asking(where).open(event, 1).statusCode(200);
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", conversation, null);
        Tus attempt = Tus.run(token(owner, 1));
        byte[] bytes = random(MIB + 1);

        ValidatableResponse begun = attempt.begin(bytes.length, Map.of("artifact_id", "report", "scope", "run"))
                .statusCode(201);
        assertThat(begun.extract().header("Location")).contains("/signed/v1/uploads/");
        String upload = begun.extract().path("upload_id");
        attempt.append(upload, 0, bytes).statusCode(204);

        post("/internal/v1/artifacts/metadata", new ArtifactQuestion(owner, "report"))
                .statusCode(200)
                .body("source", equalTo("runner"))
                .body("runner_id", equalTo(Artifacts.RUNNER.toString()))
                .body("size_bytes", equalTo(bytes.length));
        seen(conversation, "report").statusCode(404);
        String second =
                attempt.begin(3, Map.of("artifact_id", "report")).extract().path("upload_id");
        attempt.append(second, 0, new byte[3]).statusCode(400).body("field", equalTo("Upload-Metadata.artifact_id"));
        attempt.look(second).statusCode(404);

        String late = attempt.begin(3, Map.of()).extract().path("upload_id");
        new Asking(where).open(event, 2).statusCode(200);
        attempt.append(late, 0, new byte[3]).statusCode(409);
        attempt.begin(3, Map.of()).statusCode(409);
        Tus.run(token(owner, 2)).look(upload).statusCode(404);
    }

    /** Said by whoever gives it, and seen by whoever was said to be one of these: by nobody else, and all are told the same. */
    @Test
    void whatIsForABindingAnActorOrASubjectIsSeenByTheirRunsAlone() {
        for (String[] given : new String[][] {
            {"binding", "binding_id", "b1"},
            {"actor", "actor_id", "ada"},
            {"subject", "subject_type", "order", "subject_id", "7/1"}
        }) {
            Map<String, String> said =
                    new HashMap<>(Map.of("bot_id", "bot", "scope", given[0], "summary", "of " + given[0]));
            for (int i = 1; i < given.length; i += 2) {
                said.put(given[i], given[i + 1]);
            }
            ValidatableResponse begun = tus.begin(3, said).statusCode(201);
            String artifact = begun.extract().path("artifact_id");
            tus.append(begun.extract().path("upload_id"), 0, "abc".getBytes(StandardCharsets.UTF_8))
                    .statusCode(204);

            looks(of("b1", "ada", "order/7%2F1"), artifact)
                    .statusCode(200)
                    .body("scope", equalTo(given[0]))
                    .body("summary", equalTo("of " + given[0]))
                    .body("permissions", nullValue());
            String nothing = looks(of("b1", "ada", "order/7%2F1"), "none")
                    .statusCode(404)
                    .extract()
                    .asString();
            for (ArtifactOwner other : new ArtifactOwner[] {
                of("b2", "bob", "order/8"),
                of(null, null, null),
                of("ada", "order/7%2F1", "b1"),
                new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot2", "c", null, "b1", "ada", "order/7%2F1"),
                new ArtifactOwner("foreign", new RunId(UUID.randomUUID()), "bot", "c", null, "b1", "ada", "order/7%2F1")
            }) {
                assertThat(looks(other, artifact).statusCode(404).extract().asString())
                        .isEqualTo(nothing);
            }
            given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                    .get("/api/v1/artifacts/{artifact}", artifact)
                    .then()
                    .statusCode(200)
                    .body("permissions", equalTo(java.util.List.of("metadata", "read", "link")));
            refusedWithout(said, given[1]);
            refusedWithout(said, given[0].equals("binding") ? given[1] : "bot_id");
        }
        refused(with("summary", "x".repeat(501)), "Upload-Metadata.summary");
    }

    /** Of a run it is what its facts say, whatever it says itself. */
    @Test
    void aRunUploadsForItsOwnActorAndForNobodyElses() {
        ConversationRef where = conversation(conversation);
        EventEnvelope event = said(where, "draw");
        new Asking(where).open(event, 1).statusCode(200);
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", conversation, null, "b1", "ada", null);
        Tus attempt = Tus.run(token(owner, 1));

        ValidatableResponse begun = attempt.begin(3, Map.of("artifact_id", "hers", "scope", "actor", "actor_id", "bob"))
                .statusCode(201);
        attempt.append(begun.extract().path("upload_id"), 0, new byte[3]).statusCode(204);
        looks(of("b9", "ada", null), "hers").statusCode(200);
        looks(of("b9", "bob", null), "hers").statusCode(404);
        attempt.begin(3, Map.of("scope", "subject")).statusCode(400).body("field", equalTo("Upload-Metadata.scope"));
    }

    private static ArtifactOwner of(String binding, String actor, String subject) {
        return new ArtifactOwner(
                "demo", new RunId(UUID.randomUUID()), "bot", "elsewhere", null, binding, actor, subject);
    }

    private static ValidatableResponse looks(ArtifactOwner reader, String artifact) {
        return post("/internal/v1/artifacts/metadata", new ArtifactQuestion(reader, artifact));
    }

    private void refusedWithout(Map<String, String> said, String field) {
        Map<String, String> less = new HashMap<>(said);
        less.remove(field);
        refused(less, "Upload-Metadata." + field);
    }

    @Test
    void withoutAGoodRunTokenThereIsNothing() {
        ArtifactOwner owner = new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", conversation, null);
        String token = token(owner, 1);
        for (String bad :
                new String[] {"", "x", token.replace(".", ""), token + "A", "A" + token, ContextSettings.API_KEY}) {
            Tus.run(bad).begin(3, Map.of()).statusCode(404);
            Tus.run(bad).look(UUID.randomUUID().toString()).statusCode(404);
        }
        Tus.run(token).begin(3, Map.of()).statusCode(409);
        given().header("Tus-Resumable", "1.0.0")
                .header("Upload-Length", 1)
                .post(Tus.RUNS)
                .then()
                .statusCode(404);
        new Tus(Tus.PEOPLE, token, (request, response, next) -> next.next(request, response))
                .begin(3, here)
                .statusCode(401);
    }

    @Test
    void whatIsWrongIsNamed() {
        tus.begin(1024L * MIB + 1, here).statusCode(413).body("field", equalTo("Upload-Length"));
        refused(with("sha256", "abc"), "Upload-Metadata.sha256");
        refused(with("scope", "run"), "Upload-Metadata.scope");
        refused(with("scope", "world"), "Upload-Metadata.scope");
        refused(with("metadata", "[]"), "Upload-Metadata.metadata");
        refused(with("metadata", "{"), "Upload-Metadata.metadata");
        refused(with("artifact_id", "mine"), "Upload-Metadata.artifact_id");
        refused(with("artifact_type", "x".repeat(201)), "Upload-Metadata.artifact_type");
        refused(with("filetype", " "), "Upload-Metadata.mime_type");
        refused(Map.of("conversation_id", conversation), "Upload-Metadata.bot_id");
        refused(Map.of("bot_id", "bot"), "Upload-Metadata.conversation_id");
        refused(with("conversation_id", "a\u0000b"), "Upload-Metadata.conversation_id");
        for (String metadata : new String[] {"name", "name ***", "a YQ==,a YQ==", ",", "name /w=="}) {
            tus.asking()
                    .header("Upload-Length", 1)
                    .header("Upload-Metadata", metadata)
                    .post(Tus.PEOPLE)
                    .then()
                    .statusCode(400);
        }
        for (String length : new String[] {"-1", "x", "1e3"}) {
            tus.asking()
                    .header("Upload-Length", length)
                    .post(Tus.PEOPLE)
                    .then()
                    .statusCode(400)
                    .body("field", equalTo("Upload-Length"));
        }
        tus.asking().header("Upload-Defer-Length", 1).post(Tus.PEOPLE).then().statusCode(400);
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Upload-Length", 1)
                .post(Tus.PEOPLE)
                .then()
                .statusCode(412)
                .header("Tus-Version", "1.0.0");

        String upload = tus.begin(3, here).extract().path("upload_id");
        tus.append(upload, 1, new byte[1]).statusCode(409).body("field", equalTo("Upload-Offset"));
        tus.append(upload, 0, new byte[4]).statusCode(413);
        tus.append(UUID.randomUUID().toString(), 0, new byte[1]).statusCode(404);
        tus.append("none", 0, new byte[1]).statusCode(404);
        Tus.people(ContextSettings.ADAPTER_KEY).append(upload, 0, new byte[1]).statusCode(404);
        tus.asking()
                .contentType("text/plain")
                .header("Upload-Offset", 0)
                .body("x")
                .patch(Tus.PEOPLE + "/{upload}", upload)
                .then()
                .statusCode(415);
        tus.end(upload).statusCode(204);
        tus.look(upload).statusCode(404);
    }

    @Test
    void aPageThatIsCalledAnImageIsRefusedAndForgotten() {
        byte[] page = "<!DOCTYPE html><html></html>".getBytes(StandardCharsets.UTF_8);
        ValidatableResponse begun = tus.begin(page.length, with("filetype", "image/png"));
        String upload = begun.extract().path("upload_id");

        tus.append(upload, 0, page).statusCode(415).body("field", equalTo("Upload-Metadata.mime_type"));
        tus.look(upload).statusCode(404);
        content(begun.extract().path("artifact_id"), ContextSettings.API_KEY).statusCode(404);
    }

    /** As tus has it: a client whose HTTP knows no PATCH says so. */
    @Test
    void aMethodMayBeOverriddenAndAnEmptyOneIsThereAtOnce() {
        String upload = tus.begin(3, here).extract().path("upload_id");
        for (String method : new String[] {"PATCH", "PUT"}) {
            tus.asking()
                    .contentType("application/offset+octet-stream")
                    .header("Upload-Offset", method.equals("PATCH") ? 0 : 1)
                    .header("X-HTTP-Method-Override", method)
                    .body(new byte[1])
                    .post(Tus.PEOPLE + "/{upload}", upload)
                    .then()
                    .statusCode(method.equals("PATCH") ? 204 : 400);
        }
        ValidatableResponse empty = tus.begin(0, with("scope", "workspace")).statusCode(201);
        seen("anywhere", empty.extract().path("artifact_id")).statusCode(200).body("size_bytes", equalTo(0));
        tus.asking().options(Tus.PEOPLE).then().statusCode(204).header("Tus-Max-Size", Integer.toString(1024 * MIB));
    }

    /** Beyond what any other body may have, in one request; made as it is sent. */
    @Test
    void oneRequestMayBringAllOfIt() throws Exception {
        int size = 23 * MIB;
        ValidatableResponse begun = tus.begin(size, here).statusCode(201);
        HttpRequest all = HttpRequest.newBuilder(root.resolve(begun.extract().header("Location")))
                .header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Tus-Resumable", "1.0.0")
                .header("Upload-Offset", "0")
                .header("Content-Type", "application/offset+octet-stream")
                .method(
                        "PATCH",
                        HttpRequest.BodyPublishers.fromPublisher(
                                HttpRequest.BodyPublishers.ofByteArrays(Collections.nCopies(23, new byte[MIB])), size))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(all, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(204);
        }

        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .header("Range", "bytes=" + (22 * MIB) + "-" + (22 * MIB + 9))
                .get(CONTENT, begun.extract().<String>path("artifact_id"))
                .then()
                .statusCode(206)
                .header("Content-Range", "bytes " + 22 * MIB + "-" + (22 * MIB + 9) + "/" + size);
    }

    @Test
    void aLinkOpensOneArtifactForAWhileAndNothingElse() {
        byte[] page = "<!DOCTYPE html><html><script>alert(1)</script></html>".getBytes(StandardCharsets.UTF_8);
        ValidatableResponse begun = tus.begin(page.length, with("filename", "p.html", "filetype", "text/html"));
        tus.append(begun.extract().path("upload_id"), 0, page).statusCode(204);
        String artifact = begun.extract().path("artifact_id");
        String url = link(artifact, "60")
                .statusCode(201)
                .header("Cache-Control", "no-store")
                .extract()
                .path("url");

        given().urlEncodingEnabled(false)
                .get(url)
                .then()
                .statusCode(200)
                .header("Content-Disposition", containsString("attachment"))
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header("Cache-Control", "private, no-cache");
        given().urlEncodingEnabled(false)
                .header("Range", "bytes=0-3")
                .get(url)
                .then()
                .statusCode(206)
                .header("Content-Range", "bytes 0-3/" + page.length);
        String token = url.substring(url.indexOf('=') + 1);
        for (String bad : new String[] {"", "x", token + "A", token.substring(1), token.replace(".", "")}) {
            signed(artifact, bad).statusCode(404);
        }
        signed("another", token).statusCode(404);
        given().get("/signed/v1/artifacts/{artifact}", artifact).then().statusCode(404);
        for (String seconds : new String[] {"0", "3601", "-1", "x"}) {
            link(artifact, seconds).statusCode(400).body("field", equalTo("expires_in"));
        }
        link("none", "60").statusCode(404);
        pool.query("update context.artifacts set expires_at = now() where artifact_id = '" + artifact + "'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10));
        signed(artifact, token).statusCode(404);
    }

    private static ValidatableResponse signed(String artifact, String token) {
        return given().queryParam("token", token)
                .get("/signed/v1/artifacts/{artifact}", artifact)
                .then();
    }

    private static ValidatableResponse link(String artifact, String seconds) {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .queryParam("expires_in", seconds)
                .post("/api/v1/artifacts/{artifact}/links", artifact)
                .then();
    }

    private static String token(ArtifactOwner owner, int attempt) {
        return post("/internal/v1/artifacts/upload-token", new UploadGrant(owner, attempt, Artifacts.RUNNER))
                .statusCode(200)
                .body("path", equalTo(Tus.RUNS))
                .extract()
                .path("token");
    }

    private void refused(Map<String, String> said, String field) {
        tus.begin(1, said).statusCode(400).body("field", equalTo(field));
    }

    private ValidatableResponse seen(String where, String artifact) {
        ArtifactOwner reader = new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", where, null);
        return post("/internal/v1/artifacts/metadata", new ArtifactQuestion(reader, artifact));
    }

    private Map<String, String> with(String... pairs) {
        Map<String, String> said = new HashMap<>(here);
        for (int i = 0; i < pairs.length; i += 2) {
            said.put(pairs[i], pairs[i + 1]);
        }
        return said;
    }

    private static ValidatableResponse content(String artifact, String key) {
        return given().header("Authorization", "Bearer " + key)
                .get(CONTENT, artifact)
                .then();
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        bytes[0] = 0;
        return bytes;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
