package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.described.DescribedRequests.service;
import static dev.agenthost.context.described.DescribedRequests.writer;
import static io.restassured.RestAssured.given;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.store.ErasedEventsQuestion;

/** Requests about settings, exports, erasures and rebuilds. */
public final class DescribedForgetting {
    private DescribedForgetting() {}

    public static void call(OpenApiValidationFilter api, OpenApiValidationFilter between, ConversationRef here) {
        searchSettings(api);
        String named = "{\"bot_id\":\"bot\",\"conversation_id\":\"" + here.conversationId() + "-gone\"}";
        jobs(api, "/api/v1/erasures", "erasure_id", "{\"conversation\":" + named + "}");
        jobs(api, "/api/v1/transcript/rebuild", "rebuild_id", named);
        post(between, INTERNAL + "erased-events", new ErasedEventsQuestion(null, 1000))
                .statusCode(200);
        service(between)
                .body("{\"limit\":0}")
                .post(INTERNAL + "erased-events")
                .then()
                .statusCode(400);
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

    private static void searchSettings(OpenApiValidationFilter api) {
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

    private static void jobs(OpenApiValidationFilter api, String path, String id, String body) {
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
}
