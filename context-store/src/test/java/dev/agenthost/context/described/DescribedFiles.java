package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.common.MemoryCapacity;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests about files of people. */
public final class DescribedFiles {
    private final MemoryCapacity room;

    public DescribedFiles(MemoryCapacity room) {
        this.room = room;
    }

    public void call(OpenApiValidationFilter api, OpenApiValidationFilter between) {
        String files = "/api/v1/files";
        String one = files + "/{file_key}";
        String key = upload(api, "described.txt").statusCode(201).extract().path("file_key");
        upload(api, "described.txt").statusCode(200);
        upload(api, "..").statusCode(400);
        reader(api)
                .contentType("image/png")
                .queryParam("name", "a")
                .queryParam("purpose", "config")
                .body("<!DOCTYPE html><html></html>".getBytes(StandardCharsets.UTF_8))
                .post(files)
                .then()
                .statusCode(415);
        reader(api)
                .contentType("application/octet-stream")
                .queryParam("name", "large")
                .queryParam("purpose", "config")
                .body(new byte[FileLimits.BYTES + 1])
                .post(files)
                .then()
                .statusCode(413);
        reader(api).get(files).then().statusCode(200);
        reader(api).queryParam("limit", "x").get(files).then().statusCode(400);
        for (String known : List.of(key, "none")) {
            int status = known.equals(key) ? 200 : 404;
            reader(api).get(one, known).then().statusCode(status);
            reader(api).get(one + "/content", known).then().statusCode(status);
            post(between, INTERNAL + "files/read", new FileQuestion("demo", known, List.of(FilePurpose.CONFIG)))
                    .statusCode(status);
        }
        await().until(() -> room.take("another", Long.MAX_VALUE / 2));
        post(between, INTERNAL + "files/read", new FileQuestion("demo", key, List.of(FilePurpose.CONFIG)))
                .statusCode(503);
        room.free("another", Long.MAX_VALUE / 2);
        reader(api)
                .header("If-None-Match", "*")
                .get(one + "/content", key)
                .then()
                .statusCode(304);
        for (RequestSpecification who : List.of(given().filter(api), adapter(api))) {
            List<Integer> answers = List.of(
                    given().spec(who).get(files).statusCode(),
                    given().spec(who).body("x").post(files).statusCode(),
                    given().spec(who).get(one, key).statusCode(),
                    given().spec(who).get(one + "/content", key).statusCode(),
                    given().spec(who).delete(one, key).statusCode());
            assertThat(answers).containsAnyOf(401, 403).doesNotContain(200, 204);
        }
        reader(api).delete(one, key).then().statusCode(204);
        reader(api).delete(one, key).then().statusCode(404);
    }

    private static ValidatableResponse upload(OpenApiValidationFilter api, String name) {
        return reader(api)
                .contentType("text/plain")
                .queryParam("name", name)
                .queryParam("purpose", "config")
                .body("described".getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/files")
                .then();
    }
}
