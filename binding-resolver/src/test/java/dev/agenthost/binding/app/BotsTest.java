package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.botBody;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class BotsTest {
    private static final String PATH = "/api/v1/bots";

    @Test
    void eachChangeIsPublishedWithNamesOfSecretsInOrder() throws Exception {
        String id = fresh("bot");
        String changed = """
                {"platform":"telegram","name":"Support","enabled":false,
                 "secrets":{"webhook":["HOOK","HOOK_2"],"token":["TOKEN"]},"options":{"user_id":4000,"username":"shop_bot"}}""";
        try (Wire wire = new Wire(Topics.BOTS, Topics.AUDIT)) {
            demo().body(botBody(id)).post(PATH).then().statusCode(201).body("enabled", equalTo(true));
            demo().header("If-Match", "\"1\"")
                    .body(changed)
                    .put(PATH + "/" + id)
                    .then()
                    .statusCode(200)
                    .body("version", equalTo(2));
            demo().delete(PATH + "/" + id).then().statusCode(204);

            BotRegistration first = await(wire, id, bot -> bot.version() == 1);
            assertThat(first.workspaceId()).isEqualTo("demo");
            assertThat(first.enabled()).isTrue();
            assertThat(first.secretsFor("webhook")).containsExactly("HOOK");
            BotRegistration second = await(wire, id, bot -> bot.version() == 2 && !bot.isDeleted());
            assertThat(second.name()).isEqualTo("Support");
            assertThat(second.enabled()).isFalse();
            assertThat(second.secretsFor("webhook")).containsExactly("HOOK", "HOOK_2");
            assertThat(second.options().path("username").asText()).isEqualTo("shop_bot");
            await(wire, id, BotRegistration::isDeleted);
            assertThat(wire.all(Topics.BOTS).stream()
                            .filter(record -> record.key().equals(id))
                            .map(record -> registration(record.value()).isDeleted()))
                    .containsExactly(false, false, true);
            wire.await(Topics.AUDIT, record -> new String(record.value()).contains("bot.delete"));
        }
    }

    @Test
    void anIdIsUniqueOnTheHostAndABotIsSeenInItsWorkspaceOnly() {
        String id = fresh("bot");
        demo().body(botBody(id)).post(PATH).then().statusCode(201);

        other().body(botBody(id)).post(PATH).then().statusCode(409).body("field", equalTo("bot_id"));
        other().get(PATH + "/" + id).then().statusCode(404);
        other().header("If-Match", "*")
                .body(botBody(id))
                .put(PATH + "/" + id)
                .then()
                .statusCode(404);
        other().delete(PATH + "/" + id).then().statusCode(404);
        demo().delete(PATH + "/" + id).then().statusCode(204);
        other().body(botBody(id)).post(PATH).then().statusCode(201);
    }

    @Test
    void aRefusedBotIsNotPublished() {
        String id = fresh("bot");
        try (Wire wire = new Wire(Topics.BOTS)) {
            demo().body(botBody(id)).post(PATH).then().statusCode(201);
            other().body(botBody(id)).post(PATH).then().statusCode(409);
            demo().header("If-Match", "\"9\"")
                    .body(botBody(id))
                    .put(PATH + "/" + id)
                    .then()
                    .statusCode(412);
            String after = fresh("bot");
            demo().body(botBody(after)).post(PATH).then().statusCode(201);

            await(wire, after, bot -> true);
            assertThat(wire.all(Topics.BOTS).stream()
                            .filter(record -> record.key().equals(id)))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"secrets":{}}                                                              | platform          | missing
                    {"platform":"pager","secrets":{}}                                           | platform          | telegram
                    {"platform":"telegram"}                                                     | secrets           | missing
                    {"platform":"telegram","secrets":{"webhook":["A"]}}                         | secrets.token     | missing
                    {"platform":"telegram","secrets":{"webhook":[],"token":["B"]}}              | secrets.webhook   | one secret
                    {"platform":"telegram","secrets":{"webhook":["A","B","C"],"token":["B"]}}   | secrets.webhook   | one secret
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["4000:AAF-x"]}}  | secrets.token     | not the secret itself
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"],"app":["C"]}} | secrets.app     | webhook
                    {"platform":"telegram","secrets":{"webhook":"A","token":["B"]}}             | secrets.webhook   | array
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"user_id":"4000"}} | options.user_id | positive number
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"username":"@shop"}} | options.username | without @
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"interrupted_calls":"never"}} | options.interrupted_calls | repeat or leave
                    {"platform":"slack","secrets":{"webhook":["A"],"token":["B"]}} | options.app_id | missing
                    {"platform":"slack","secrets":{"token":["B"]},"options":{"app_id":"A1"}} | secrets.webhook | missing
                    {"platform":"slack","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"cli_a1"}} | options.app_id | A, and
                    {"platform":"slack","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"A1","team_id":"E1"}} | options.team_id | T, and
                    {"platform":"slack","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"A1","receive":"polling"}} | options.receive | webhook or connection
                    {"platform":"slack","secrets":{"token":["B"]},"options":{"app_id":"A1","receive":"connection"}} | secrets.app | missing
                    {"platform":"slack","secrets":{"app":["C"]},"options":{"app_id":"A1","receive":"connection"}} | secrets.token | missing
                    {"platform":"slack","secrets":{"app":["C","D","E"],"token":["B"]},"options":{"app_id":"A1","receive":"connection"}} | secrets.app | two during a rotation
                    {"platform":"slack","secrets":{"app":["xapp-1-A1/x"],"token":["B"]},"options":{"app_id":"A1","receive":"connection"}} | secrets.app | not the secret itself
                    {"platform":"slack","secrets":{"app":["C"],"token":["B"]},"options":{"app_id":"A1"}} | secrets.webhook | missing
                    {"platform":"slack","secrets":{"app":["C"],"token":["B"]},"options":{"app_id":"A1","receive":"webhook"}} | secrets.webhook | missing
                    {"platform":"lark","secrets":{"app":["C"],"token":["B"]},"options":{"app_id":"cli_a1","receive":"connection"}} | secrets.app | token, webhook
                    {"platform":"discord","secrets":{"token":["B"]}} | options.application_id | missing
                    {"platform":"discord","secrets":{"token":["B"]},"options":{"application_id":100000000000000001}} | options.application_id | text of 15 to 20 digits
                    {"platform":"discord","secrets":{},"options":{"application_id":"100000000000000001"}} | secrets.token | missing
                    {"platform":"discord","secrets":{"token":["B"],"webhook":["A"]},"options":{"application_id":"100000000000000001"}} | secrets.webhook | known are token
                    {"platform":"discord","secrets":{"token":["B"]},"options":{"application_id":"100000000000000001","receive":"webhook"}} | options.public_key | missing
                    {"platform":"discord","secrets":{"token":["B"]},"options":{"application_id":"100000000000000001","receive":"polling"}} | options.receive | webhook or connection
                    {"platform":"discord","secrets":{"token":["B"]},"options":{"application_id":"100000000000000001","public_key":"abc"}} | options.public_key | 64 hexadecimal digits
                    {"platform":"discord","secrets":{"token":["B"]},"options":{"application_id":"100000000000000001","guild_id":"shop"}} | options.guild_id | text of 15 to 20 digits
                    {"platform":"dingtalk","secrets":{"token":["B"]}} | options.client_id | missing
                    {"platform":"dingtalk","secrets":{},"options":{"client_id":"ding1"}} | secrets.token | missing
                    {"platform":"dingtalk","secrets":{"token":["B"],"webhook":["A"]},"options":{"client_id":"ding1"}} | secrets.webhook | known are token
                    {"platform":"dingtalk","secrets":{"token":["B"]},"options":{"client_id":"ding-1"}} | options.client_id | letters and digits
                    {"platform":"dingtalk","secrets":{"token":["B"]},"options":{"client_id":"ding1","robot_code":1}} | options.robot_code | letters and digits
                    {"platform":"dingtalk","secrets":{"token":["B"]},"options":{"client_id":"ding1","corp_id":""}} | options.corp_id | letters and digits
                    {"platform":"dingtalk","secrets":{"token":["B"]},"options":{"client_id":"ding1","card_template_id":"a1"}} | options.card_template_id | .schema
                    {"platform":"dingtalk","secrets":{"token":["B"]},"options":{"client_id":"ding1","receive":"polling"}} | options.receive | webhook or connection
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"],"encryption":["C"]},"options":{"agent_id":1}} | options.corp_id | missing
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"],"encryption":["C"]},"options":{"corp_id":"ww1a"}} | options.agent_id | missing
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"],"encryption":["C"]},"options":{"corp_id":"ww 1","agent_id":1}} | options.corp_id | letters, digits
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"],"encryption":["C"]},"options":{"corp_id":"ww1a","agent_id":"1"}} | options.agent_id | positive number
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"]},"options":{"corp_id":"ww1a","agent_id":1}} | secrets.encryption | missing
                    {"platform":"wecom","secrets":{"webhook":["A"],"token":["B"],"encryption":["C"],"app":["D"]},"options":{"corp_id":"ww1a","agent_id":1}} | secrets.app | encryption, token, webhook
                    {"platform":"line","secrets":{"webhook":["A"]}} | secrets.token | missing
                    {"platform":"line","secrets":{"token":["B"]}} | secrets.webhook | missing
                    {"platform":"line","secrets":{"webhook":["A"],"token":["B"],"app":["C"]}} | secrets.app | token, webhook
                    {"platform":"line","secrets":{"webhook":["A"],"token":["B"]},"options":{"user_id":"U1"}} | options.user_id | 32 hexadecimal digits
                    {"platform":"line","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"line"}} | options.api_url | http or https
                    {"platform":"line","secrets":{"webhook":["A"],"token":["B"]},"options":{"interrupted_calls":"never"}} | options.interrupted_calls | repeat or leave
                    {"platform":"line","secrets":{"webhook":["A"],"token":["B"]},"options":{"data_url":"https://x/?a=1"}} | options.data_url | http or https
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"user":1}} | options.user | username
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"receive":"sockets"}} | options.receive | webhook or polling
                    {"platform":"telegram","secrets":{"token":["B"]},"options":{"receive":"webhook"}} | secrets.webhook | missing
                    {"platform":"telegram","secrets":{"webhook":["A"]},"options":{"receive":"polling"}} | secrets.token | missing
                    {"platform":"telegram","secrets":{"webhook":[],"token":["B"]},"options":{"receive":"polling"}} | secrets.webhook | one secret
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"enable":true} | enable        | enabled
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"name":"a\\nb"} | name         | one line
                    {"platform":"onebot","secrets":{"webhook":["A"]}}                            | secrets.token     | missing
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"bot:3000"}} | options.api_url | http or https
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"http://u:p@bot"}} | options.api_url | without user
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"http://bot/?access_token=x"}} | options.api_url | query
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":7}} | options.api_url | http or https
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"http://bot","self_id":-4}} | options.self_id | positive number
                    {"platform":"onebot","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"http://bot","receive":"polling"}} | options.receive | self_id
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"api_url":"http://bot"}} | options.api_url | username
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"operators":[7]}} | options.operators | ids of persons
                    {"platform":"onebot","secrets":{"token":["B"]},"options":{"operators":"7"}} | options.operators | ids of persons
                    {"platform":"generic","secrets":{"token":["B"]}} | secrets.webhook | missing
                    {"platform":"generic","secrets":{"webhook":["A"],"token":["B"]}} | secrets.token | webhook
                    {"platform":"generic","secrets":{"webhook":["A"]},"options":{"signature":"sha1"}} | options.signature | github
                    {"platform":"generic","secrets":{"webhook":["A"]},"options":{"fields":{}}} | options.fields | JSON Pointers with text
                    {"platform":"generic","secrets":{"webhook":["A"]},"options":{"fields":{"text":"title"}}} | options.fields | JSON Pointers
                    {"platform":"generic","secrets":{"webhook":["A"]},"options":{"fields":{"text":"/a","bot_id":"/b"}}} | options.fields | actor_id
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]}} | options.app_id | missing
                    {"platform":"lark","secrets":{"token":["B"]},"options":{"app_id":"cli_a1"}} | secrets.webhook | missing
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"a1"}} | options.app_id | cli_
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"cli_a1","open_id":"on_1"}} | options.open_id | ou_
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"cli_a1","api_url":"open.feishu.cn"}} | options.api_url | http or https
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"cli_a1","interrupted_calls":"never"}} | options.interrupted_calls | repeat or leave
                    {"platform":"lark","secrets":{"webhook":["A"],"token":["B"]},"options":{"app_id":"cli_a1","receive":"polling"}} | options.receive | webhook or connection
                    {"platform":"lark","secrets":{"token":["B"]},"options":{"app_id":"cli_a1","receive":"webhook"}} | secrets.webhook | missing
                    {"platform":"lark","secrets":{"webhook":["A"]},"options":{"app_id":"cli_a1","receive":"connection"}} | secrets.token | missing
                    {"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"options":{"receive":"connection"}} | options.receive | webhook or polling
                    {"bot_id":"a b","platform":"telegram","secrets":{"webhook":["A"],"token":["B"]}} | bot_id       | id
                    """)
    void eachFaultIsNamed(String body, String field, String detail) {
        demo().body(body)
                .post(PATH)
                .then()
                .statusCode(400)
                .body("field", equalTo(field))
                .body("detail", containsString(detail));
    }

    @Test
    void aBotByOneBotNamesTheAddressOfItsApi() {
        demo().body("""
                        {"bot_id":"%s","platform":"onebot","secrets":{"webhook":["A","A_2"],"token":["B"]},
                         "options":{"api_url":"http://127.0.0.1:3000","self_id":4000,"interrupted_calls":"leave"}}""".formatted(fresh("bot")))
                .post(PATH)
                .then()
                .statusCode(201)
                .body("platform", equalTo("onebot"))
                .body("options.api_url", equalTo("http://127.0.0.1:3000"));
    }

    @Test
    void aBotByOneBotWithAWebSocketNeedsItsAccessTokenOnly() {
        demo().body("""
                        {"bot_id":"%s","platform":"onebot","secrets":{"token":["TOKEN"]}}""".formatted(fresh("bot"))).post(PATH).then().statusCode(201);
    }

    @Test
    void aBotThatPollsNeedsNoSecretOfAWebhook() {
        demo().body("""
                        {"bot_id":"%s","platform":"telegram","secrets":{"token":["TOKEN"]},"options":{"receive":"polling"}}""".formatted(fresh("bot")))
                .post(PATH)
                .then()
                .statusCode(201)
                .body("options.receive", equalTo("polling"));
    }

    @Test
    void aBotOfLarkWithAConnectionNeedsNoSecretOfAWebhook() {
        demo().body("""
                        {"bot_id":"%s","platform":"lark","secrets":{"token":["TOKEN"]},
                         "options":{"app_id":"cli_a1","receive":"connection"}}""".formatted(fresh("bot")))
                .post(PATH)
                .then()
                .statusCode(201)
                .body("options.receive", equalTo("connection"));
    }

    @Test
    void aBotOfSlackWithAConnectionNeedsTheTokenOfItsAppAndNoSecretOfAWebhook() {
        demo().body("""
                        {"bot_id":"%s","platform":"slack","secrets":{"app":["APP","APP_2"],"token":["TOKEN"]},
                         "options":{"app_id":"A1","receive":"connection"}}""".formatted(fresh("bot")))
                .post(PATH)
                .then()
                .statusCode(201)
                .body("options.receive", equalTo("connection"));
    }

    @Test
    void aBotOfDiscordNeedsNoPublicKeyUnlessItHasNoConnection() {
        for (String more : List.of(
                "",
                ",\"receive\":\"connection\"",
                ",\"receive\":\"webhook\",\"public_key\":\"" + "0a".repeat(32) + "\"")) {
            demo().body("""
                            {"bot_id":"%s","platform":"discord","secrets":{"token":["TOKEN"]},
                             "options":{"application_id":"100000000000000001"%s}}""".formatted(fresh("bot"), more)).post(PATH).then().statusCode(201);
        }
    }

    @Test
    void thePagesHaveEachBotOfTheWorkspaceOnce() {
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            mine.add(fresh("page"));
            demo().body(botBody(mine.getLast())).post(PATH).then().statusCode(201);
        }
        String foreign = fresh("page");
        other().body(botBody(foreign)).post(PATH).then().statusCode(201);

        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            var page = (cursor == null ? demo() : demo().queryParam("cursor", cursor))
                    .queryParam("limit", 2)
                    .get(PATH)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            seen.addAll(page.getList("items.bot_id", String.class));
            cursor = page.getString("next_cursor");
        } while (cursor != null);

        assertThat(seen).isSorted().doesNotHaveDuplicates().containsAll(mine).doesNotContain(foreign);
        demo().queryParam("limit", 0).get(PATH).then().statusCode(400);
        demo().queryParam("cursor", "a b").get(PATH).then().statusCode(400);
    }

    private static BotRegistration await(Wire wire, String id, Predicate<BotRegistration> wanted) {
        return registration(
                wire.await(Topics.BOTS, record -> record.key().equals(id) && wanted.test(registration(record.value())))
                        .value());
    }

    private static BotRegistration registration(byte[] value) {
        try {
            return ProtocolCodec.decode(value, BotRegistration.class);
        } catch (dev.agenthost.protocol.json.UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
