package dev.agenthost.context.described;

import static dev.agenthost.context.described.Asks.adapter;
import static dev.agenthost.context.described.Asks.reader;
import static io.restassured.RestAssured.given;

import dev.agenthost.platform.rest.OpenApiValidationFilter;

/** The audit, of which there is something by then: retention was changed. */
public final class DescribedAudit {
    private static final String AUDIT = "/api/v1/audit";

    private DescribedAudit() {}

    public static void ask(OpenApiValidationFilter api) {
        reader(api).queryParam("kind", "retention.update").get(AUDIT).then().statusCode(200);
        reader(api).queryParam("limit", 0).get(AUDIT).then().statusCode(400);
        given().filter(api).get(AUDIT).then().statusCode(401);
        adapter(api).get(AUDIT).then().statusCode(403);
    }
}
