package dev.agenthost.binding.app;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.UUID;

/** A person at the REST entrance. */
final class Admin {
    private Admin() {}

    static RequestSpecification demo() {
        return given().header("Authorization", Keys.DEMO).contentType(ContentType.JSON);
    }

    static RequestSpecification other() {
        return given().header("Authorization", Keys.OTHER).contentType(ContentType.JSON);
    }

    static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }

    /** An agent of a fresh id. */
    static String agent() {
        String id = fresh("a");
        demo().body(agentBody(id)).post("/api/v1/agents").then().statusCode(201);
        return id;
    }

    static String agentBody(String id) {
        return """
                {"agent_id":"%s","name":"Echo","runner_id":"plugin:agenthost/echo/default"}""".formatted(id);
    }

    static String botBody(String id) {
        return """
                {"bot_id":"%s","platform":"telegram","secrets":{"webhook":["HOOK"],"token":["TOKEN"]}}""".formatted(id);
    }

    /** A schedule whose time is far away. */
    static String scheduleBody(String id) {
        return """
                {"schedule_id":"%s","cron":"0 0 29 2 *","time_zone":"Europe/Berlin","event":{"text":"report"}}""".formatted(id);
    }

    /** Binds an agent to a bot. */
    static Response bind(String bindingId, String bot, String agentId) {
        return demo().body(bindingBody(bindingId, bot, agentId)).post("/api/v1/bindings");
    }

    static String bindingBody(String bindingId, String bot, String agentId) {
        return """
                {"binding_id":"%s","scope":{"kind":"bot","bot_id":"%s"},"event_types":["message.*"],"agent_id":"%s"}""".formatted(bindingId, bot, agentId);
    }
}
