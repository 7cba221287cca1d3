package dev.agenthost.context.described;

import static dev.agenthost.context.described.Asks.INTERNAL;
import static dev.agenthost.context.described.Asks.adapter;
import static dev.agenthost.context.described.Asks.post;
import static dev.agenthost.context.described.Asks.reader;
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
import java.util.List;
import java.util.Map;

/** Uploads of people and of runs, and links. */
public final class DescribedUploads {
    private DescribedUploads() {}

    public static void ask(OpenApiValidationFilter asked, OpenApiValidationFilter between, EventEnvelope event) {
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

    private static void byLink(OpenApiValidationFilter asked, Tus people, Map<String, String> here) {
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

    private static RequestSpecification byLink(OpenApiValidationFilter asked) {
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
}
