package dev.agenthost.context;

import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.context.room.Room;
import dev.agenthost.door.description.CheckedApi;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import dev.agenthost.protocol.store.file.FileLimits;
import dev.agenthost.protocol.store.file.FilePurpose;
import dev.agenthost.protocol.store.file.FileQuestion;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import dev.agenthost.protocol.store.raw.RawPut;
import dev.agenthost.protocol.store.results.RunResultsQuestion;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.storage.StorageCall;
import dev.agenthost.protocol.store.storage.StorageKind;
import dev.agenthost.protocol.store.storage.StorageOwner;
import dev.agenthost.protocol.topic.Partitions;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(ContextSettings.class)
class DescriptionTest {
    private static final String TRANSCRIPT =
            "/api/v1/workspaces/{workspace}/bots/{bot}/conversations/{conversation}/transcript";
    private static final String INTERNAL = "/internal/v1/";

    @Inject
    Pool pool;

    @Inject
    Room room;

    @Test
    void theCopiesInTheDocumentationAreWhatIsServed() throws IOException {
        for (CheckedApi api : List.of(publicOne(), internalOne())) {
            api.isWhole();
            api.isItsCopy();
        }
    }

    /** But for 413, where the service hangs up while it is sent too much, and 500, which needs a broken database. */
    @Test
    void everyAnswerIsAsDescribedAndEveryDescribedAnswerIsGiven() {
        CheckedApi asked = publicOne();
        CheckedApi between = internalOne();
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "hello");
        try (Broker broker = new Broker()) {
            int partition = Partitions.of(event.conversationKey().value());
            RecordPosition position = broker.publish(Topics.EVENTS, partition, event);
            RecordPosition last = broker.publish(
                    Topics.RUN_RESULTS, partition, results(event, 1, 1, started(event, position), message("hi")));
            history(between, here, 50, last).statusCode(200).body("items", hasSize(2));
            history(between, here, 0, last).statusCode(400);
            RecordPosition far = new RecordPosition(Topics.EVENTS, partition, last.offset() + 1_000_000);
            history(between, here, 50, far).statusCode(503);
            events(between, here, event, last, far);
            search(between, here, last).statusCode(200).body("items", hasSize(1));
            search(between, here, far).statusCode(503);
        }
        transcripts(asked, here);
        forgetting(asked, here);
        artifacts(asked, between, event);
        rawPayloads(asked, between, conversation("raw-" + UUID.randomUUID()));
        uploads(asked, between, event);
        files(asked, between);
        skills(asked, between, event);
        runs(between, event);
        knowledge(asked, between);
        for (String path : List.of(
                "history/page",
                "history/search",
                "events/get",
                "events/page",
                "artifacts/put",
                "artifacts/metadata",
                "artifacts/read",
                "artifacts/upload-token",
                "raw-payloads/put",
                "raw-payloads/metadata",
                "raw-payloads/read",
                "files/read",
                "skills/read",
                "skills/register",
                "run-context",
                "runs/end",
                "runs/results",
                "state/get",
                "state/set",
                "state/delete",
                "state/list",
                "storage/get",
                "storage/set",
                "storage/delete",
                "storage/keys",
                "knowledge/retrieve",
                "embedding-models")) {
            refusals(between, INTERNAL + path);
        }

        assertThat(asked.unseen("413", "500", "503")).isEmpty();
        assertThat(between.unseen("413", "500")).isEmpty();
    }

    private static void events(
            CheckedApi api, ConversationRef here, EventEnvelope event, RecordPosition last, RecordPosition far) {
        String id = event.eventId().toString();
        event(api, here, id, last).statusCode(200);
        event(api, here, UUID.randomUUID().toString(), last).statusCode(404);
        event(api, here, id, far).statusCode(503);
        eventPage(api, here, last).statusCode(200).body("items", hasSize(1));
        eventPage(api, here, far).statusCode(503);
    }

    private static ValidatableResponse event(
            CheckedApi api, ConversationRef here, String eventId, RecordPosition position) {
        return post(
                api,
                INTERNAL + "events/get",
                new EventQuestion("demo", here.botId(), here.conversationId(), null, eventId, List.of(position)));
    }

    private static ValidatableResponse eventPage(CheckedApi api, ConversationRef here, RecordPosition position) {
        return post(
                api,
                INTERNAL + "events/page",
                new EventPageQuestion(
                        "demo", here.botId(), here.conversationId(), null, List.of(), null, 50, List.of(position)));
    }

    private static void transcripts(CheckedApi api, ConversationRef here) {
        String conversation = here.conversationId();
        reader(api)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(200)
                .body("items", hasSize(2));
        reader(api)
                .queryParam("limit", 101)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(400);
        reader(api).get(TRANSCRIPT, "other", "bot", conversation).then().statusCode(404);
        given().filter(api).get(TRANSCRIPT, "demo", "bot", conversation).then().statusCode(401);
        given().filter(api)
                .header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY)
                .get(TRANSCRIPT, "demo", "bot", conversation)
                .then()
                .statusCode(403);
    }

    private static void forgetting(CheckedApi api, ConversationRef here) {
        searchSettings(api);
        String named = "{\"bot_id\":\"bot\",\"conversation_id\":\"" + here.conversationId() + "-gone\"}";
        jobs(api, "/api/v1/erasures", "erasure_id", "{\"conversation\":" + named + "}");
        jobs(api, "/api/v1/transcript/rebuild", "rebuild_id", named);
        String export = "/api/v1/conversations/export";
        reader(api)
                .queryParam("bot_id", "bot")
                .queryParam("conversation_id", here.conversationId())
                .get(export)
                .then()
                .statusCode(200);
        reader(api).get(export).then().statusCode(400);
        given().filter(api).get(export).then().statusCode(401);
        adapter(api).get(export).then().statusCode(403);

        String retention = "/api/v1/retention";
        String days = "{\"conversations_days\":30}";
        reader(api).get(retention).then().statusCode(200);
        given().filter(api).get(retention).then().statusCode(401);
        adapter(api).get(retention).then().statusCode(403);
        writer(api).header("If-Match", "*").body(days).put(retention).then().statusCode(200);
        writer(api)
                .header("If-Match", "\"99\"")
                .body(days)
                .put(retention)
                .then()
                .statusCode(412);
        writer(api).header("If-Match", "*").body("{").put(retention).then().statusCode(400);
        writer(api).body(days).put(retention).then().statusCode(428);
        writer(api).contentType("text/plain").body("x").put(retention).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body(days)
                .put(retention)
                .then()
                .statusCode(401);
        adapter(api)
                .contentType("application/json")
                .body(days)
                .put(retention)
                .then()
                .statusCode(403);
    }

    private static void searchSettings(CheckedApi api) {
        String path = "/api/v1/search-settings";
        String on = "{\"by_meaning\":true}";
        reader(api).get(path).then().statusCode(200);
        given().filter(api).get(path).then().statusCode(401);
        adapter(api).get(path).then().statusCode(403);
        writer(api).header("If-Match", "*").body(on).put(path).then().statusCode(200);
        writer(api).header("If-Match", "\"99\"").body(on).put(path).then().statusCode(412);
        writer(api).header("If-Match", "*").body("{}").put(path).then().statusCode(400);
        writer(api).body(on).put(path).then().statusCode(428);
        writer(api).contentType("text/plain").body("x").put(path).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body(on)
                .put(path)
                .then()
                .statusCode(401);
        adapter(api).contentType("application/json").body(on).put(path).then().statusCode(403);
        writer(api)
                .header("If-Match", "*")
                .body("{\"by_meaning\":false}")
                .put(path)
                .then()
                .statusCode(200);
    }

    private static void jobs(CheckedApi api, String path, String id, String body) {
        String made = writer(api)
                .body(body)
                .post(path)
                .then()
                .statusCode(202)
                .extract()
                .path(id);
        writer(api).body("{}").post(path).then().statusCode(400);
        writer(api).contentType("text/plain").body("x").post(path).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body(body)
                .post(path)
                .then()
                .statusCode(401);
        adapter(api)
                .contentType("application/json")
                .body(body)
                .post(path)
                .then()
                .statusCode(403);
        String one = path + "/{" + id + "}";
        reader(api).get(one, made).then().statusCode(200);
        reader(api).get(one, "none").then().statusCode(404);
        given().filter(api).get(one, made).then().statusCode(401);
        adapter(api).get(one, made).then().statusCode(403);
    }

    private static RequestSpecification writer(CheckedApi api) {
        return reader(api).contentType("application/json");
    }

    private static RequestSpecification adapter(CheckedApi api) {
        return given().filter(api).header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY);
    }

    private static void artifacts(CheckedApi asked, CheckedApi between, EventEnvelope event) {
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
        open(between, event, 2).statusCode(200);
        put(between, Artifacts.text(owner, 1, "result/5", "late")).statusCode(409);
        for (String known : List.of(id, "none")) {
            int status = known.equals(id) ? 200 : 404;
            post(between, INTERNAL + "artifacts/metadata", new ArtifactQuestion(owner, known))
                    .statusCode(status);
            post(between, INTERNAL + "artifacts/read", new ArtifactRangeQuestion(owner, known, 0, null))
                    .statusCode(status);
        }
        for (String what : List.of("", "/content")) {
            String path = "/api/v1/artifacts/{artifact}" + what;
            reader(asked).get(path, id).then().statusCode(200);
            reader(asked).get(path, "none").then().statusCode(404);
            reader(asked).queryParam("run_id", "x").get(path, id).then().statusCode(400);
            given().filter(asked).get(path, id).then().statusCode(401);
            given().filter(asked)
                    .header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY)
                    .get(path, id)
                    .then()
                    .statusCode(403);
        }
        String content = "/api/v1/artifacts/{artifact}/content";
        String etag = reader(asked)
                .header("Range", "bytes=0-3")
                .get(content, id)
                .then()
                .statusCode(206)
                .extract()
                .header("ETag");
        reader(asked).header("Range", "bytes=99-").get(content, id).then().statusCode(416);
        reader(asked).header("If-None-Match", etag).get(content, id).then().statusCode(304);
    }

    private static void rawPayloads(CheckedApi asked, CheckedApi between, ConversationRef here) {
        EventEnvelope event = said(here, "with what the platform sent");
        String id = post(between, INTERNAL + "raw-payloads/put", RawPut.of(event, "{\"a\":1}".getBytes(UTF_8)))
                .statusCode(200)
                .extract()
                .path("artifact_id");
        post(between, INTERNAL + "raw-payloads/put", RawPut.of(event, "<xml/>".getBytes(UTF_8)))
                .statusCode(400);
        ArtifactOwner reader = new ArtifactOwner("demo", run(event), "bot", here.conversationId(), null);
        String path = "/api/v1/artifacts/{artifact}/raw";
        for (String known : List.of(id, "none")) {
            int status = known.equals(id) ? 200 : 404;
            post(between, INTERNAL + "raw-payloads/metadata", new ArtifactQuestion(reader, known))
                    .statusCode(status);
            post(between, INTERNAL + "raw-payloads/read", new ArtifactRangeQuestion(reader, known, 1, 2))
                    .statusCode(status);
            reader(asked).get(path, known).then().statusCode(status);
        }
        given().filter(asked).get(path, id).then().statusCode(401);
        adapter(asked).get(path, id).then().statusCode(403);
    }

    private static void uploads(CheckedApi asked, CheckedApi between, EventEnvelope event) {
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", event.conversationId(), null);
        String token = post(between, INTERNAL + "artifacts/upload-token", new UploadGrant(owner, 2, Artifacts.RUNNER))
                .statusCode(200)
                .extract()
                .path("token");
        Tus people = new Tus(Tus.PEOPLE, ContextSettings.API_KEY, asked);
        Tus runs = new Tus(Tus.RUNS, token, asked);
        Map<String, String> here = Map.of("bot_id", "bot", "conversation_id", event.conversationId());
        for (Tus tus : List.of(people, runs)) {
            uploads(tus, tus == people ? here : Map.of());
        }
        Tus late = new Tus(
                Tus.RUNS,
                post(between, INTERNAL + "artifacts/upload-token", new UploadGrant(owner, 1, Artifacts.RUNNER))
                        .extract()
                        .path("token"),
                asked);
        late.begin(3, Map.of()).statusCode(409);
        new Tus(Tus.RUNS, "none", asked).begin(3, Map.of()).statusCode(404);
        for (String key : List.of("none", ContextSettings.VIEWER_KEY)) {
            Tus nobody = new Tus(Tus.PEOPLE, key, asked);
            int status = key.equals("none") ? 401 : 403;
            nobody.asking().options(Tus.PEOPLE).then().statusCode(status);
            nobody.begin(3, here).statusCode(status);
            nobody.look("none").statusCode(status);
            nobody.append("none", 0, new byte[1]).statusCode(status);
            nobody.end("none").statusCode(status);
        }
        String made = people.begin(0, here).extract().path("artifact_id");
        String links = "/api/v1/artifacts/{artifact}/links";
        String url =
                reader(asked).post(links, made).then().statusCode(201).extract().path("url");
        reader(asked).post(links, "none").then().statusCode(404);
        reader(asked).queryParam("expires_in", 0).post(links, made).then().statusCode(400);
        given().filter(asked).post(links, made).then().statusCode(401);
        adapter(asked).post(links, made).then().statusCode(403);
        byLink(asked, people, here);
        given().filter(asked).get(url.substring(0, url.indexOf('?'))).then().statusCode(404);
    }

    private static void byLink(CheckedApi asked, Tus people, Map<String, String> here) {
        ValidatableResponse begun = people.begin(3, here);
        people.append(begun.extract().path("upload_id"), 0, new byte[3]).statusCode(204);
        String url = reader(asked)
                .post("/api/v1/artifacts/{artifact}/links", begun.extract().<String>path("artifact_id"))
                .then()
                .extract()
                .path("url");
        String etag = byLink(asked).get(url).then().statusCode(200).extract().header("ETag");
        byLink(asked).header("Range", "bytes=0-1").get(url).then().statusCode(206);
        byLink(asked).header("Range", "bytes=9-").get(url).then().statusCode(416);
        byLink(asked).header("If-None-Match", etag).get(url).then().statusCode(304);
    }

    private static RequestSpecification byLink(CheckedApi asked) {
        return given().filter(asked).urlEncodingEnabled(false);
    }

    private static void uploads(Tus tus, Map<String, String> here) {
        tus.asking().options(tus.folder()).then().statusCode(204);
        String upload = tus.begin(3, here).statusCode(201).extract().path("upload_id");
        tus.asking().header("Upload-Length", "x").post(tus.folder()).then().statusCode(400);
        tus.look(upload).statusCode(200);
        tus.append(upload, 0, new byte[1]).statusCode(204);
        tus.append(upload, 0, new byte[1]).statusCode(409);
        String one = tus.folder() + "/{upload}";
        tus.asking()
                .contentType("application/offset+octet-stream")
                .header("Upload-Offset", "x")
                .body(new byte[1])
                .patch(one, upload)
                .then()
                .statusCode(400);
        tus.asking()
                .contentType("text/plain")
                .body("x")
                .patch(one, upload)
                .then()
                .statusCode(415);
        tus.look("none").statusCode(404);
        tus.append("none", 0, new byte[1]).statusCode(404);
        tus.end("none").statusCode(404);
        for (String method : List.of("POST", "HEAD", "PATCH", "DELETE")) {
            tus.speaking("0.2")
                    .contentType("application/offset+octet-stream")
                    .request(method, method.equals("POST") ? tus.folder() : tus.folder() + "/" + upload)
                    .then()
                    .statusCode(412);
        }
        tus.end(upload).statusCode(204);
    }

    private void files(CheckedApi asked, CheckedApi between) {
        String files = "/api/v1/files";
        String one = files + "/{file_key}";
        String key = give(asked, "described.txt").statusCode(201).extract().path("file_key");
        give(asked, "described.txt").statusCode(200);
        give(asked, "..").statusCode(400);
        reader(asked)
                .contentType("image/png")
                .queryParam("name", "a")
                .queryParam("purpose", "config")
                .body("<!DOCTYPE html><html></html>".getBytes(StandardCharsets.UTF_8))
                .post(files)
                .then()
                .statusCode(415);
        reader(asked)
                .contentType("application/octet-stream")
                .queryParam("name", "large")
                .queryParam("purpose", "config")
                .body(new byte[FileLimits.BYTES + 1])
                .post(files)
                .then()
                .statusCode(413);
        reader(asked).get(files).then().statusCode(200);
        reader(asked).queryParam("limit", "x").get(files).then().statusCode(400);
        for (String known : List.of(key, "none")) {
            int status = known.equals(key) ? 200 : 404;
            reader(asked).get(one, known).then().statusCode(status);
            reader(asked).get(one + "/content", known).then().statusCode(status);
            post(between, INTERNAL + "files/read", new FileQuestion("demo", known, List.of(FilePurpose.CONFIG)))
                    .statusCode(status);
        }
        await().until(() -> room.take("another", Long.MAX_VALUE / 2));
        post(between, INTERNAL + "files/read", new FileQuestion("demo", key, List.of(FilePurpose.CONFIG)))
                .statusCode(503);
        room.free("another", Long.MAX_VALUE / 2);
        reader(asked)
                .header("If-None-Match", "*")
                .get(one + "/content", key)
                .then()
                .statusCode(304);
        for (RequestSpecification who : List.of(given().filter(asked), adapter(asked))) {
            List<Integer> answers = List.of(
                    given().spec(who).get(files).statusCode(),
                    given().spec(who).body("x").post(files).statusCode(),
                    given().spec(who).get(one, key).statusCode(),
                    given().spec(who).get(one + "/content", key).statusCode(),
                    given().spec(who).delete(one, key).statusCode());
            assertThat(answers).containsAnyOf(401, 403).doesNotContain(200, 204);
        }
        reader(asked).delete(one, key).then().statusCode(204);
        reader(asked).delete(one, key).then().statusCode(404);
    }

    private static void skills(CheckedApi asked, CheckedApi between, EventEnvelope event) {
        String skills = "/api/v1/skills";
        String one = skills + "/{skill}";
        String written = "{\"description\":\"d\",\"instructions\":\"i\"}";
        put(asked, "{", null).statusCode(400);
        put(asked, "{\"description\":\"d\",\"instructions\":\"i\",\"workspace_id\":\"other\"}", null)
                .statusCode(404);
        put(asked, "{\"description\":\"" + "d".repeat(3_000_000) + "\"}", null).statusCode(413);
        put(asked, written, null).statusCode(201);
        put(asked, written, null).statusCode(428);
        put(asked, written, "\"999999999\"").statusCode(412);
        put(asked, written, "*").statusCode(200);
        reader(asked).get(skills).then().statusCode(200);
        reader(asked).queryParam("limit", "x").get(skills).then().statusCode(400);
        reader(asked).get(one, "described").then().statusCode(200);
        reader(asked).get(one, "none").then().statusCode(404);
        post(between, INTERNAL + "skills/read", new SkillQuestion("demo", "described"))
                .statusCode(200);
        post(between, INTERNAL + "skills/read", new SkillQuestion("demo", "none"))
                .statusCode(404);
        open(between, event, 2).statusCode(200);
        register(between, event, 2, "learned").statusCode(200);
        register(between, event, 2, "described").statusCode(403);
        register(between, event, 1, "learned").statusCode(409);
        for (RequestSpecification who : List.of(given().filter(asked), adapter(asked))) {
            List<Integer> answers = List.of(
                    given().spec(who).get(skills).statusCode(),
                    given().spec(who).get(one, "described").statusCode(),
                    given().spec(who)
                            .contentType("application/json")
                            .body(written)
                            .put(one, "described")
                            .statusCode(),
                    given().spec(who).delete(one, "described").statusCode());
            assertThat(answers).containsAnyOf(401, 403).doesNotContain(200, 204);
        }
        reader(asked)
                .header("If-Match", "\"999999999\"")
                .delete(one, "described")
                .then()
                .statusCode(412);
        reader(asked).delete(one, "described").then().statusCode(204);
        reader(asked).delete(one, "described").then().statusCode(404);
        reader(asked)
                .contentType("text/plain")
                .body("x")
                .put(one, "described")
                .then()
                .statusCode(415);
    }

    private static ValidatableResponse put(CheckedApi api, String body, String ifMatch) {
        RequestSpecification request = reader(api).contentType("application/json");
        return (ifMatch == null ? request : request.header("If-Match", ifMatch))
                .body(body)
                .put("/api/v1/skills/{skill}", "described")
                .then();
    }

    private static ValidatableResponse register(CheckedApi api, EventEnvelope event, int attempt, String name) {
        return post(
                api,
                INTERNAL + "skills/register",
                new SkillRegistration(
                        "demo",
                        run(event),
                        attempt,
                        "o-" + attempt + name,
                        RunnerId.parse("plugin:agenthost/echo/default"),
                        name,
                        null,
                        "d",
                        "i"));
    }

    private static ValidatableResponse give(CheckedApi api, String name) {
        return reader(api)
                .contentType("text/plain")
                .queryParam("name", name)
                .queryParam("purpose", "config")
                .body("described".getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/files")
                .then();
    }

    private void knowledge(CheckedApi asked, CheckedApi between) {
        String bases = "/api/v1/knowledge-bases";
        String base = bases + "/described";
        String documents = base + "/documents";
        String document = documents + "/{document}";
        String form = "{\"kb_id\":\"described\",\"name\":\"Described\",\"description\":\"d\"}";
        json(asked).body(form).post(bases).then().statusCode(201);
        json(asked).body(form).post(bases).then().statusCode(409);
        json(asked).body("{}").post(bases).then().statusCode(400);
        json(asked)
                .body("{\"name\":\"n\",\"workspace_id\":\"other\"}")
                .post(bases)
                .then()
                .statusCode(404);
        json(asked).body("[").header("If-Match", "*").put(base).then().statusCode(400);
        json(asked).body(form).put(base).then().statusCode(428);
        json(asked).body(form).header("If-Match", "\"9\"").put(base).then().statusCode(412);
        json(asked).body(form).header("If-Match", "\"1\"").put(base).then().statusCode(200);
        json(asked)
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
        json(asked).body("{}").post(documents).then().statusCode(415);
        reader(asked).get(document, "a").then().statusCode(200);
        reader(asked).get(document, "none").then().statusCode(404);
        json(asked).body("{\"query\":\"said\"}").post(base + "/search").then().statusCode(200);
        json(asked).body("{}").post(base + "/search").then().statusCode(400);
        json(asked)
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
            post(between, INTERNAL + "embedding-models", new EmbeddingModelTelling("demo", "described", revision, null))
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
            CheckedApi asked, String bases, String base, String documents, String search, String one) {
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
    private void full(CheckedApi asked, String documents) {
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

    private static RequestSpecification json(CheckedApi api) {
        return reader(api).contentType("application/json");
    }

    private static RequestSpecification text(CheckedApi api) {
        return reader(api).contentType("text/plain");
    }

    private static ValidatableResponse put(CheckedApi api, ArtifactPut put) {
        return post(api, INTERNAL + "artifacts/put", put);
    }

    private static void runs(CheckedApi api, EventEnvelope event) {
        RunId run = run(event);
        TextNode value = TextNode.valueOf("x");
        open(api, event, 2).statusCode(200);
        open(api, event, 1).statusCode(409);
        state(api, "set", StateCall.set("demo", run, 2, "o1", scope(), "n", value))
                .statusCode(200);
        state(api, "set", StateCall.set("demo", run, 1, "o2", scope(), "n", value))
                .statusCode(409);
        state(
                        api,
                        "set",
                        StateCall.set("demo", run, 2, "o5", scope(), "n", value).provided(null, true))
                .statusCode(412)
                .body("code", equalTo("precondition_failed"));
        state(
                        api,
                        "delete",
                        StateCall.delete("demo", run, 2, "o6", scope(), "n").provided("other", false))
                .statusCode(412);
        state(api, "get", StateCall.get("demo", run, 2, scope(), "n")).statusCode(200);
        state(api, "list", StateCall.list("demo", run, 2, scope(), null, 10)).statusCode(200);
        state(api, "delete", StateCall.delete("demo", run, 2, "o3", scope(), "n"))
                .statusCode(200);
        state(api, "delete", StateCall.delete("demo", run, 1, "o4", scope(), "n"))
                .statusCode(409);
        storage(api, run);
        post(api, INTERNAL + "runs/results", new RunResultsQuestion("demo", run, null, null, null, null))
                .statusCode(200)
                .body("items", hasSize(2))
                .body("items[1].type", equalTo("message.completed"));
        post(api, INTERNAL + "runs/end", new RunEnd("demo", run, 2)).statusCode(204);
        open(api, event, 3).statusCode(409);
    }

    private static void storage(CheckedApi api, RunId run) {
        StorageOwner owner = new StorageOwner(StorageKind.PLUGIN, "agenthost/described");
        post(api, INTERNAL + "storage/set", StorageCall.set("demo", run, 2, "s1", owner, "k", "AHY="))
                .statusCode(200);
        post(api, INTERNAL + "storage/set", StorageCall.set("demo", run, 1, "s2", owner, "k", "AHY="))
                .statusCode(409);
        post(api, INTERNAL + "storage/get", StorageCall.get("demo", run, 2, owner, "k"))
                .statusCode(200);
        post(api, INTERNAL + "storage/get", StorageCall.get("demo", run, 2, owner, "none"))
                .statusCode(404);
        post(api, INTERNAL + "storage/keys", StorageCall.keys("demo", run, 2, owner))
                .statusCode(200);
        post(api, INTERNAL + "storage/delete", StorageCall.delete("demo", run, 2, "s3", owner, "k"))
                .statusCode(200);
        post(api, INTERNAL + "storage/delete", StorageCall.delete("demo", run, 1, "s4", owner, "k"))
                .statusCode(409);
    }

    private static void refusals(CheckedApi api, String path) {
        service(api).body("{}").post(path).then().statusCode(400);
        service(api).contentType("text/plain").body("x").post(path).then().statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body("{}")
                .post(path)
                .then()
                .statusCode(401);
    }

    private static ValidatableResponse open(CheckedApi api, EventEnvelope event, int attempt) {
        return post(
                api,
                INTERNAL + "run-context",
                new RunContextQuestion(
                        "demo",
                        run(event),
                        attempt,
                        event.eventId(),
                        event.botId(),
                        event.conversationId(),
                        null,
                        List.of(scope())));
    }

    private static ValidatableResponse state(CheckedApi api, String what, StateCall call) {
        return post(api, INTERNAL + "state/" + what, call);
    }

    private static ValidatableResponse history(
            CheckedApi api, ConversationRef here, int limit, RecordPosition position) {
        ObjectNode question = ProtocolCodec.tree(new HistoryQuestion(
                "demo",
                here.botId(),
                here.conversationId(),
                null,
                null,
                null,
                50,
                HistoryDirection.BACKWARD,
                List.of(position)));
        question.put("limit", limit);
        return service(api)
                .body(question.toString())
                .post(INTERNAL + "history/page")
                .then();
    }

    private static ValidatableResponse search(CheckedApi api, ConversationRef here, RecordPosition position) {
        return post(
                api,
                INTERNAL + "history/search",
                new HistorySearchQuestion(
                        "demo",
                        here.botId(),
                        here.conversationId(),
                        null,
                        "hello",
                        HistoryFilters.NONE,
                        10,
                        List.of(position)));
    }

    private static ValidatableResponse post(CheckedApi api, String path, Object body) {
        return service(api).body(ProtocolCodec.encode(body)).post(path).then();
    }

    private static StateScopeKey scope() {
        return new StateScopeKey(
                StateScope.CONVERSATION, "bot", "b1", RunnerId.parse("plugin:agenthost/echo/default"), "described/");
    }

    private static RequestSpecification service(CheckedApi api) {
        return given().filter(api)
                .header("Authorization", "Bearer " + ContextSettings.INTERNAL_KEY)
                .contentType("application/json");
    }

    private static RequestSpecification reader(CheckedApi api) {
        return given().filter(api).header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }

    private static CheckedApi publicOne() {
        return CheckedApi.of("context-store");
    }

    private static CheckedApi internalOne() {
        return CheckedApi.of("context-store-internal", "/q/openapi/internal");
    }
}
