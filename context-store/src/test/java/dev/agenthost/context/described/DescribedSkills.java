package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.INTERNAL;
import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.open;
import static dev.agenthost.context.described.DescribedRequests.post;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static dev.agenthost.context.fixture.Records.run;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.List;

/** Requests about skills of people and of runners. */
public final class DescribedSkills {
    private DescribedSkills() {}

    public static void call(OpenApiValidationFilter api, OpenApiValidationFilter between, EventEnvelope event) {
        String skills = "/api/v1/skills";
        String one = skills + "/{skill}";
        String written = "{\"description\":\"d\",\"instructions\":\"i\"}";
        put(api, "{", null).statusCode(400);
        put(api, "{\"description\":\"d\",\"instructions\":\"i\",\"workspace_id\":\"other\"}", null)
                .statusCode(404);
        put(api, "{\"description\":\"" + "d".repeat(3_000_000) + "\"}", null).statusCode(413);
        put(api, written, null).statusCode(201);
        put(api, written, null).statusCode(428);
        put(api, written, "\"999999999\"").statusCode(412);
        put(api, written, "*").statusCode(200);
        reader(api).get(skills).then().statusCode(200);
        reader(api).queryParam("limit", "x").get(skills).then().statusCode(400);
        reader(api).get(one, "described").then().statusCode(200);
        reader(api).get(one, "none").then().statusCode(404);
        post(between, INTERNAL + "skills/read", new SkillQuestion("demo", "described"))
                .statusCode(200);
        post(between, INTERNAL + "skills/read", new SkillQuestion("demo", "none"))
                .statusCode(404);
        open(between, event, 2).statusCode(200);
        register(between, event, 2, "learned").statusCode(200);
        register(between, event, 2, "described").statusCode(403);
        register(between, event, 1, "learned").statusCode(409);
        for (RequestSpecification who : List.of(given().filter(api), adapter(api))) {
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
        reader(api)
                .header("If-Match", "\"999999999\"")
                .delete(one, "described")
                .then()
                .statusCode(412);
        reader(api).delete(one, "described").then().statusCode(204);
        reader(api).delete(one, "described").then().statusCode(404);
        reader(api)
                .contentType("text/plain")
                .body("x")
                .put(one, "described")
                .then()
                .statusCode(415);
    }

    private static ValidatableResponse put(OpenApiValidationFilter api, String body, String ifMatch) {
        RequestSpecification request = reader(api).contentType("application/json");
        return (ifMatch == null ? request : request.header("If-Match", ifMatch))
                .body(body)
                .put("/api/v1/skills/{skill}", "described")
                .then();
    }

    private static ValidatableResponse register(
            OpenApiValidationFilter api, EventEnvelope event, int attempt, String name) {
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
}
