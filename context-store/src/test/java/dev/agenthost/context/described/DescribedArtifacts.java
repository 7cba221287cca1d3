package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.open;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import io.restassured.response.ValidatableResponse;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/** Requests about artifacts of runs and raw payloads. */
public final class DescribedArtifacts {
    private final Pool pool;

    public DescribedArtifacts(Pool pool) {
        this.pool = pool;
    }

    public void call(OpenApiValidationFilter api, OpenApiValidationFilter between, EventEnvelope event) {
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", event.conversationId(), null);
        open(between, event, 1).statusCode(200);
        String id = put(between, Artifacts.text(owner, 1, "result/1", "described"))
                .statusCode(200)
                .extract()
                .path("artifact_id");
        put(between, Artifacts.put(owner, 1, "result/2", null, null, null, null, null, "***"))
                .statusCode(400);
        put(between, Artifacts.put(owner, 1, "result/3", "none", null, null, null, null, null))
                .statusCode(404);
        put(between, Artifacts.named(owner, 1, "result/4", "former", "described"))
                .statusCode(200);
        pool.query("update context.artifacts set expires_at = now() where artifact_id = 'former'")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(30));
        put(between, Artifacts.put(owner, 1, "result/6", "former", null, null, null, null, null))
                .statusCode(410);
        open(between, event, 2).statusCode(200);
        put(between, Artifacts.text(owner, 1, "result/5", "late")).statusCode(409);
        for (String known : List.of(id, "none", "former")) {
            int status = known.equals(id) ? 200 : known.equals("none") ? 404 : 410;
            post(between, INTERNAL + "artifacts/metadata", new ArtifactQuestion(owner, known))
                    .statusCode(status);
            post(between, INTERNAL + "artifacts/read", new ArtifactRangeQuestion(owner, known, 0, null))
                    .statusCode(status);
        }
        for (String what : List.of("", "/content")) {
            String path = "/api/v1/artifacts/{artifact}" + what;
            reader(api).get(path, id).then().statusCode(200);
            reader(api).get(path, "none").then().statusCode(404);
            reader(api).get(path, "former").then().statusCode(410);
            reader(api).queryParam("run_id", "x").get(path, id).then().statusCode(400);
            given().filter(api).get(path, id).then().statusCode(401);
            given().filter(api)
                    .header("Authorization", "Bearer " + ContextSettings.HOST_KEY)
                    .get(path, id)
                    .then()
                    .statusCode(403);
        }
        reader(api).post("/api/v1/artifacts/{artifact}/links", "former").then().statusCode(410);
        String content = "/api/v1/artifacts/{artifact}/content";
        String etag = reader(api)
                .header("Range", "bytes=0-3")
                .get(content, id)
                .then()
                .statusCode(206)
                .extract()
                .header("ETag");
        reader(api).header("Range", "bytes=99-").get(content, id).then().statusCode(416);
        reader(api).header("If-None-Match", etag).get(content, id).then().statusCode(304);
    }

    public static void rawPayloads(OpenApiValidationFilter api, OpenApiValidationFilter between, ConversationRef here) {
        EventEnvelope event = said(here, "with what the platform sent");
        String id = post(between, INTERNAL + "raw-payloads/put", RawPayloadWrite.of(event, "{\"a\":1}".getBytes(UTF_8)))
                .statusCode(200)
                .extract()
                .path("artifact_id");
        post(between, INTERNAL + "raw-payloads/put", RawPayloadWrite.of(event, "<xml/>".getBytes(UTF_8)))
                .statusCode(400);
        ArtifactOwner reader = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);
        String path = "/api/v1/artifacts/{artifact}/raw";
        for (String known : List.of(id, "none")) {
            int status = known.equals(id) ? 200 : 404;
            post(between, INTERNAL + "raw-payloads/metadata", new ArtifactQuestion(reader, known))
                    .statusCode(status);
            post(between, INTERNAL + "raw-payloads/read", new ArtifactRangeQuestion(reader, known, 1, 2))
                    .statusCode(status);
            reader(api).get(path, known).then().statusCode(status);
        }
        given().filter(api).get(path, id).then().statusCode(401);
        adapter(api).get(path, id).then().statusCode(403);
    }

    private static ValidatableResponse put(OpenApiValidationFilter api, ArtifactPut put) {
        return post(api, INTERNAL + "artifacts/put", put);
    }
}
