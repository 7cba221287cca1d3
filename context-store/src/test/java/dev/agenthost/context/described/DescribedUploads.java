package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.fixture.Records.run;
import static io.restassured.RestAssured.given;

import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.Tus;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Requests about uploads of people and of runs, and links. */
public final class DescribedUploads {
    private DescribedUploads() {}

    /** Files that event-gateway fetched. */
    public static void attachments(OpenApiValidationFilter between) {
        attachment(between, ContextSettings.INTERNAL_KEY, "text/html", "21").statusCode(200);
        attachment(between, ContextSettings.INTERNAL_KEY, "image/png", "21").statusCode(415);
        attachment(between, ContextSettings.INTERNAL_KEY, "text/plain", "two").statusCode(400);
        attachment(between, "none", "text/plain", "2").statusCode(401);
    }

    private static ValidatableResponse attachment(
            OpenApiValidationFilter between, String key, String mimeType, String size) {
        return given().filter(between)
                .header("Authorization", "Bearer " + key)
                .queryParam("workspace_id", "demo")
                .queryParam("bot_id", "bot")
                .queryParam("conversation_id", "c")
                .queryParam("artifact_type", "file")
                .queryParam("mime_type", mimeType)
                .queryParam("size", size)
                .contentType("application/octet-stream")
                .body("<!DOCTYPE html><html>".getBytes(StandardCharsets.UTF_8))
                .put(INTERNAL + "attachments/" + UUID.randomUUID())
                .then();
    }

    public static void call(OpenApiValidationFilter api, OpenApiValidationFilter between, EventEnvelope event) {
        ArtifactOwner owner = new ArtifactOwner("demo", run(event), "bot", event.conversationId(), null);
        String token = post(between, INTERNAL + "artifacts/upload-token", new UploadGrant(owner, 2, Artifacts.RUNNER))
                .statusCode(200)
                .extract()
                .path("token");
        Tus people = new Tus(Tus.PEOPLE, ContextSettings.API_KEY, api);
        Tus runs = new Tus(Tus.RUNS, token, api);
        Map<String, String> here = Map.of("bot_id", "bot", "conversation_id", event.conversationId());
        for (Tus tus : List.of(people, runs)) {
            uploads(tus, tus == people ? here : Map.of());
        }
        Tus late = new Tus(
                Tus.RUNS,
                post(between, INTERNAL + "artifacts/upload-token", new UploadGrant(owner, 1, Artifacts.RUNNER))
                        .extract()
                        .path("token"),
                api);
        late.begin(3, Map.of()).statusCode(409);
        new Tus(Tus.RUNS, "none", api).begin(3, Map.of()).statusCode(404);
        for (String key : List.of("none", ContextSettings.VIEWER_KEY)) {
            Tus nobody = new Tus(Tus.PEOPLE, key, api);
            int status = key.equals("none") ? 401 : 403;
            nobody.request().options(Tus.PEOPLE).then().statusCode(status);
            nobody.begin(3, here).statusCode(status);
            nobody.status("none").statusCode(status);
            nobody.append("none", 0, new byte[1]).statusCode(status);
            nobody.end("none").statusCode(status);
        }
        String made = people.begin(0, here).extract().path("artifact_id");
        String links = "/api/v1/artifacts/{artifact}/links";
        String url =
                reader(api).post(links, made).then().statusCode(201).extract().path("url");
        reader(api).post(links, "none").then().statusCode(404);
        reader(api).queryParam("expires_in", 0).post(links, made).then().statusCode(400);
        given().filter(api).post(links, made).then().statusCode(401);
        adapter(api).post(links, made).then().statusCode(403);
        byLink(api, people, here);
        given().filter(api).get(url.substring(0, url.indexOf('?'))).then().statusCode(404);
    }

    private static void byLink(OpenApiValidationFilter api, Tus people, Map<String, String> here) {
        ValidatableResponse created = people.begin(3, here);
        people.append(created.extract().path("upload_id"), 0, new byte[3]).statusCode(204);
        String url = reader(api)
                .post("/api/v1/artifacts/{artifact}/links", created.extract().<String>path("artifact_id"))
                .then()
                .extract()
                .path("url");
        String etag = byLink(api).get(url).then().statusCode(200).extract().header("ETag");
        byLink(api).header("Range", "bytes=0-1").get(url).then().statusCode(206);
        byLink(api).header("Range", "bytes=9-").get(url).then().statusCode(416);
        byLink(api).header("If-None-Match", etag).get(url).then().statusCode(304);
    }

    private static RequestSpecification byLink(OpenApiValidationFilter api) {
        return given().filter(api).urlEncodingEnabled(false);
    }

    private static void uploads(Tus tus, Map<String, String> here) {
        tus.request().options(tus.folder()).then().statusCode(204);
        String upload = tus.begin(3, here).statusCode(201).extract().path("upload_id");
        tus.request().header("Upload-Length", "x").post(tus.folder()).then().statusCode(400);
        tus.status(upload).statusCode(200);
        tus.append(upload, 0, new byte[1]).statusCode(204);
        tus.append(upload, 0, new byte[1]).statusCode(409);
        String one = tus.folder() + "/{upload}";
        tus.request()
                .contentType("application/offset+octet-stream")
                .header("Upload-Offset", "x")
                .body(new byte[1])
                .patch(one, upload)
                .then()
                .statusCode(400);
        tus.request()
                .contentType("text/plain")
                .body("x")
                .patch(one, upload)
                .then()
                .statusCode(415);
        tus.status("none").statusCode(404);
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
}
