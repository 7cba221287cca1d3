package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.UploadFixture.MIB;
import static dev.agenthost.context.fixture.UploadFixture.token;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the error code of each fault of uploaded bytes, over every API, and that none of the bytes is stored. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ArtifactCodesTest {
    private static final String OTHER = "0".repeat(64);

    private final byte[] page = ("<!DOCTYPE html><html>" + UUID.randomUUID() + "</html>").getBytes(UTF_8);
    private final UploadFixture uploads = new UploadFixture();
    private final ConversationRef here = conversation(uploads.conversation);
    private final EventEnvelope event = said(here, "draw");
    private final ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);

    @Inject
    Pool pool;

    private long before;

    @BeforeEach
    void aRunIsOpen() {
        new ContextClient(here).open(event, 1).statusCode(200);
        before = storedRows();
    }

    @Test
    void insideOfAResult() {
        put(null, OTHER, page)
                .statusCode(400)
                .body("code", equalTo("digest_mismatch"))
                .body("field", equalTo("sha256"));
        put("image/png", null, page).statusCode(415).body("code", equalTo("unsupported_media_type"));
        put(null, null, new byte[MIB + 1]).statusCode(413).body("code", equalTo("payload_too_large"));
        put(null, null, page).statusCode(200);
        post("/internal/v1/artifacts/put", Artifacts.put(owner, 1, "result/9", "page", null, null, null, OTHER, null))
                .statusCode(400)
                .body("code", equalTo("digest_mismatch"));

        assertThat(storedRows() - before).as("the one that was right").isEqualTo(3);
    }

    @Test
    void uploadedWithAKey() {
        uploaded(uploads.tus, uploads.here);
    }

    @Test
    void uploadedWithARunToken() {
        uploaded(Tus.run(token(owner, 1)), Map.of());
    }

    private void uploaded(Tus tus, Map<String, String> where) {
        sent(tus, with(where, "sha256", OTHER))
                .statusCode(400)
                .body("code", equalTo("digest_mismatch"))
                .body("field", equalTo("Upload-Metadata.sha256"));
        sent(tus, with(where, "filetype", "image/png")).statusCode(415).body("code", equalTo("unsupported_media_type"));
        tus.begin(1024L * MIB + 1, where).statusCode(413).body("code", equalTo("payload_too_large"));

        assertThat(storedRows()).isEqualTo(before);
    }

    private ValidatableResponse sent(Tus tus, Map<String, String> metadata) {
        String upload =
                tus.begin(page.length, metadata).statusCode(201).extract().path("upload_id");
        return tus.append(upload, 0, page);
    }

    private static Map<String, String> with(Map<String, String> where, String name, String value) {
        Map<String, String> metadata = new HashMap<>(where);
        metadata.put(name, value);
        return metadata;
    }

    private ValidatableResponse put(String mimeType, String sha256, byte[] bytes) {
        ArtifactPut put =
                Artifacts.put(owner, 1, "result/1", "page", mimeType, null, null, sha256, Artifacts.base64(bytes));
        return post("/internal/v1/artifacts/put", put);
    }

    /** Counts the rows of artifacts, uploads, their bytes and objects to delete. */
    private long storedRows() {
        return pool.query("""
                        select (select count(*) from context.artifacts) + (select count(*) from context.artifact_uploads)
                            + (select count(*) from context.artifact_contents) + (select count(*) from context.artifact_chunks)
                            + (select count(*) from context.artifact_garbage)
                        """)
                .execute()
                .await()
                .atMost(Duration.ofSeconds(30))
                .iterator()
                .next()
                .getLong(0);
    }
}
