package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.ContextClient.internal;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an empty cursor is an error and not the first page: a loop over pages would never end. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class EmptyCursorsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/workspaces/demo/bots/bot/conversations/c/transcript",
                "/api/v1/workspaces/demo/bots/bot/conversations/c/events",
                "/api/v1/audit",
                "/api/v1/files",
                "/api/v1/skills",
                "/api/v1/knowledge-bases",
                "/api/v1/knowledge-bases/kb-of-cursors/documents"
            })
    void anEmptyCursorIsInvalid(String path) {
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType("application/json")
                .body("{\"kb_id\":\"kb-of-cursors\",\"name\":\"cursors\"}")
                .post("/api/v1/knowledge-bases")
                .then()
                .statusCode(anyOf(is(201), is(409)));
        get(path).statusCode(200);

        for (String empty : new String[] {"?cursor=", "?cursor", "?limit=2&cursor="}) {
            get(path + empty)
                    .statusCode(400)
                    .body("code", equalTo("invalid_argument"))
                    .body("field", equalTo("cursor"));
        }
    }

    @ParameterizedTest
    @CsvSource({"history/page, before_cursor", "history/page, after_cursor", "events/page, before_cursor"})
    void anEmptyCursorBetweenServicesIsInvalid(String path, String field) {
        internal()
                .body("{\"workspace_id\":\"demo\",\"bot_id\":\"bot\",\"conversation_id\":\"c\",\"" + field + "\":\"\"}")
                .post("/internal/v1/" + path)
                .then()
                .statusCode(400)
                .body("field", equalTo(field));
    }
}
