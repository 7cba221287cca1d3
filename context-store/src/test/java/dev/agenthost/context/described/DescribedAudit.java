package dev.agenthost.context.described;

import static dev.agenthost.context.described.DescribedRequests.adapter;
import static dev.agenthost.context.described.DescribedRequests.reader;
import static io.restassured.RestAssured.given;

import dev.agenthost.platform.rest.OpenApiValidationFilter;

/** Requests about the audit, which has the change of retention by then. */
public final class DescribedAudit {
    private static final String AUDIT = "/api/v1/audit";

    private DescribedAudit() {}

    public static void call(OpenApiValidationFilter api) {
        reader(api).queryParam("kind", "retention.update").get(AUDIT).then().statusCode(200);
        reader(api).queryParam("limit", 0).get(AUDIT).then().statusCode(400);
        given().filter(api).get(AUDIT).then().statusCode(401);
        adapter(api).get(AUDIT).then().statusCode(403);
    }
}
