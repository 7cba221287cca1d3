package dev.agenthost.delivery.bot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.bot.BotProblem.Code;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BotReportTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final String ME = "{'id':4000,'username':'shop_bot'}";
    private static final String WEBHOOK = "{'url':'https://h/webhooks/telegram/bot','pending_update_count':0}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '~', textBlock = """
                    {}                                  | {'id':4000,'username':'shop_bot'} | {'url':'u','pending_update_count':0} | -
                    {'user_id':4000,'username':'Shop_Bot'} | {'id':4000,'username':'shop_bot'} | {'url':'u','pending_update_count':9} | -
                    {'receive':'polling'}               | {'id':4000,'username':'shop_bot'} | {'url':'','pending_update_count':9}  | -
                    {'user_id':4001}                    | {'id':4000,'username':'shop_bot'} | {'url':'u'}                          | OTHER_ACCOUNT
                    {'username':'other_bot'}            | {'id':4000,'username':'shop_bot'} | {'url':'u'}                          | OTHER_ACCOUNT
                    {}                                  | {'id':4000}                       | {'url':''}                           | WEBHOOK_MISSING
                    {}                                  | {'id':4000}                       | {}                                   | WEBHOOK_MISSING
                    {'receive':'polling'}               | {'id':4000}                       | {'url':'u'}                          | WEBHOOK_SET
                    {}                                  | {'id':4000}                       | {'url':'u','pending_update_count':1,'last_error_message':'401'} | WEBHOOK_FAILING
                    {}                                  | {'id':4000}                       | {'url':'u','pending_update_count':0,'last_error_message':'401'} | -
                    {'receive':'polling'}               | {'id':4000}                       | {'url':'','pending_update_count':1,'last_error_message':'401'}  | -
                    """)
    void readsTelegram(String options, String me, String webhook, Code problem) {
        BotHealth health = TelegramReport.of(bot(options), answered(me), answered(webhook), NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
        assertThat(health.status()).isEqualTo(problem == null ? BotStatus.OK : BotStatus.DEGRADED);
        assertThat(health.checkedAt()).isEqualTo(NOW);
    }

    @Test
    void reportsWhatTelegramReports() {
        String webhook =
                "{'url':'u','pending_update_count':2,'last_error_date':1795219976,'last_error_message':'Timeout'}";

        assertThat(TelegramReport.of(bot("{}"), answered(ME), answered(webhook), NOW)
                        .reported())
                .hasToString(json("{'user_id':4000,'username':'shop_bot','webhook_set':true,'pending_update_count':2,"
                                + "'last_error_message':'Timeout','last_error_at':'2026-11-21T00:12:56Z'}")
                        .toString());
        for (String broken : List.of("{'last_error_date':'x'}", "{'last_error_date':1e30}", "{}")) {
            assertThat(TelegramReport.of(bot("{}"), answered(broken), answered(broken), NOW)
                            .status())
                    .isEqualTo(BotStatus.DEGRADED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "{},{'user_id':4000},{'online':true;'good':true},",
        "{},{'user_id':4000},{'online':null;'good':true},",
        "{'self_id':4000},{'user_id':4000},{'online':true;'good':true},",
        "{'self_id':4001},{'user_id':4000},{'online':true;'good':true},OTHER_ACCOUNT",
        "{'self_id':4001},{},{'online':true;'good':true},OTHER_ACCOUNT",
        "{},{'user_id':4000},{'online':false;'good':true},OFFLINE",
        "{},{'user_id':4000},{'online':true;'good':false},NOT_GOOD",
    })
    void readsOneBot(String options, String login, String state, Code problem) {
        BotHealth health = OneBotReport.of(bot(options), answered(login), answered(state.replace(';', ',')), NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
    }

    /** https://docs.slack.dev/reference/methods/auth.test */
    @ParameterizedTest
    @CsvSource({"{},", "{'team_id':'T1'},", "{'team_id':'T2'},OTHER_ACCOUNT"})
    void readsSlack(String options, Code problem) {
        QueryOutcome identity = answered("{'ok':true,'team':'Green','team_id':'T1','user':'helper','user_id':'U1'}");
        BotHealth health = SlackReport.of(bot(options), identity, NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
        assertThat(health.reported().path("username").asText()).isEqualTo("helper");
        assertThat(SlackReport.of(bot("{}"), new QueryOutcome.Refused(401, "invalid_auth"), NOW)
                        .status())
                .isEqualTo(BotStatus.REFUSED);
    }

    /** https://docs.discord.com/developers/resources/application#application-object-application-flags */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '~', textBlock = """
                    {'application_id':'7'}                       | {'id':'7','flags':557056}                       | -
                    {'application_id':'7'}                       | {'id':'7','flags':278528,'verify_key':'ab'}     | -
                    {'application_id':'7'}                       | {'id':'7','flags':32768}                        | INTENT_MISSING
                    {'application_id':'7'}                       | {'id':'7','flags':524288}                       | INTENT_MISSING
                    {'application_id':'8'}                       | {'id':'7','flags':557056}                       | OTHER_ACCOUNT
                    {'application_id':'7','public_key':'AB'}     | {'id':'7','flags':557056,'verify_key':'ab'}     | -
                    {'application_id':'7','public_key':'AC'}     | {'id':'7','flags':557056,'verify_key':'ab'}     | OTHER_ACCOUNT
                    {'application_id':'7','receive':'webhook'}   | {'id':'7','interactions_endpoint_url':null}     | WEBHOOK_MISSING
                    {'application_id':'7','receive':'webhook'}   | {'id':'7','interactions_endpoint_url':'https://h'} | -
                    """)
    void readsDiscord(String options, String application, Code problem) {
        BotRegistration bot = new BotRegistration(
                "bot", "demo", BotPlatform.DISCORD, "bot", true, Map.of(), (ObjectNode) json(options), 1, null);
        BotHealth health =
                DiscordReport.of(bot, answered("{'id':'900','username':'helper'}"), answered(application), NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
        assertThat(health.reported().path("user_id").asText()).isEqualTo("900");
        assertThat(health.reported().path("application_id").asText()).isEqualTo("7");
    }

    /** https://open.larkoffice.com/document/ukTMukTMukTM/uAjMxEjLwITMx4CMyETM.md */
    @ParameterizedTest
    @CsvSource({
        "{},{'bot':{'activate_status':2;'open_id':'ou_1'}},",
        "{'open_id':'ou_1'},{'bot':{'activate_status':2;'open_id':'ou_1'}},",
        "{'open_id':'ou_2'},{'bot':{'activate_status':2;'open_id':'ou_1'}},OTHER_ACCOUNT",
        "{},{'bot':{'activate_status':1;'open_id':'ou_1'}},OFFLINE",
        "{},{'bot':{'activate_status':0;'open_id':'ou_1'}},OFFLINE",
        "{},{},OFFLINE",
    })
    void readsLark(String options, String info, Code problem) {
        BotHealth health = LarkReport.of(bot(options), answered(info.replace(';', ',')), NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
        assertThat(LarkReport.of(bot("{}"), new QueryOutcome.Refused(10014, "app secret invalid"), NOW)
                        .status())
                .isEqualTo(BotStatus.REFUSED);
    }

    /** https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app */
    @Test
    void readsDingTalk() {
        BotHealth ok = DingTalkReport.of(answered("{}"), NOW);
        assertThat(ok.status()).isEqualTo(BotStatus.OK);
        assertThat(ok.reported().path("has_token").asBoolean()).isTrue();
        assertThat(DingTalkReport.of(new QueryOutcome.Refused(400, "invalidClientIdOrSecret"), NOW)
                        .status())
                .isEqualTo(BotStatus.REFUSED);
    }

    /** https://developer.work.weixin.qq.com/document/path/90227 */
    @Test
    void readsWeCom() {
        BotHealth ok = WeComReport.of(answered("{\"agentid\":1000002,\"name\":\"Helper\",\"close\":0}"), NOW);
        assertThat(ok.status()).isEqualTo(BotStatus.OK);
        assertThat(ok.reported().toString())
                .isEqualTo("{\"agent_id\":1000002,\"name\":\"Helper\",\"is_enabled\":true}");
        assertThat(WeComReport.of(answered("{\"agentid\":1000002,\"close\":1}"), NOW)
                        .problems())
                .extracting(BotProblem::code)
                .containsExactly(BotProblem.Code.OFFLINE);
        assertThat(WeComReport.of(new QueryOutcome.Refused(401, "40001 invalid credential"), NOW)
                        .status())
                .isEqualTo(BotStatus.REFUSED);
    }

    /** https://developers.line.biz/en/reference/messaging-api/#get-bot-info and .../#get-webhook-endpoint-information */
    @ParameterizedTest
    @CsvSource({
        "{},{'endpoint':'https://x';'active':true},",
        "{'user_id':'U1'},{'active':true},",
        "{'user_id':'U2'},{'active':true},OTHER_ACCOUNT",
        "{},{'active':false},WEBHOOK_MISSING",
    })
    void readsLine(String options, String webhook, Code problem) {
        QueryOutcome account = answered("{'userId':'U1','basicId':'@1','displayName':'Helper','chatMode':'bot'}");
        BotHealth health = LineReport.of(bot(options), account, answered(webhook.replace(';', ',')), NOW);

        assertThat(health.problems())
                .extracting(BotProblem::code)
                .isEqualTo(problem == null ? List.of() : List.of(problem));
        assertThat(health.reported().path("user_id").asText()).isEqualTo("U1");
        assertThat(health.reported().path("webhook_active").asBoolean()).isEqualTo(problem != Code.WEBHOOK_MISSING);
    }

    @Test
    void aChannelOfLineWithoutAWebhookReceivesNothingAndOneWithoutATokenIsRefusedOnce() {
        QueryOutcome none = new QueryOutcome.Refused(404, "Webhook endpoint not found");
        QueryOutcome first = new QueryOutcome.Refused(401, "no (x-line-request-id 1)");
        QueryOutcome second = new QueryOutcome.Refused(401, "no (x-line-request-id 2)");

        BotHealth health = LineReport.of(bot("{}"), answered("{'userId':'U1'}"), none, NOW);
        assertThat(health.problems()).extracting(BotProblem::code).containsExactly(Code.WEBHOOK_MISSING);
        assertThat(health.reported().path("webhook_set").asBoolean()).isFalse();
        assertThat(LineReport.of(bot("{}"), first, second, NOW).problems())
                .extracting(BotProblem::detail)
                .containsExactly("401 no (x-line-request-id 1)");
    }

    @Test
    void theWorstProblemIsTheStatus() {
        QueryOutcome refused = new QueryOutcome.Refused(401, "Unauthorized");
        QueryOutcome failed = new QueryOutcome.Failed(429, "Too Many Requests: retry after 5");
        QueryOutcome noAnswer = new QueryOutcome.NoAnswer("timeout");
        QueryOutcome forbidden = new QueryOutcome.Forbidden("a private network");

        assertThat(status(refused, refused)).isEqualTo(BotStatus.REFUSED);
        assertThat(status(failed, answered(WEBHOOK))).isEqualTo(BotStatus.DEGRADED);
        assertThat(status(failed, refused)).isEqualTo(BotStatus.REFUSED);
        assertThat(status(refused, noAnswer)).isEqualTo(BotStatus.UNREACHABLE);
        assertThat(status(forbidden, forbidden)).isEqualTo(BotStatus.UNKNOWN);
        assertThat(TelegramReport.of(bot("{}"), refused, refused, NOW).problems())
                .containsExactly(new BotProblem(Code.REFUSED, "401 Unauthorized"));
    }

    @Test
    void wordsAreLimitedAndHaveNoToken() {
        String token = "4000:AAF-secret";
        QueryOutcome refused = new QueryOutcome.Refused(401, "unknown token " + token);
        QueryOutcome long_ = new QueryOutcome.Refused(400, "x".repeat(10_000));
        String account = "{'id':4000,'username':'" + token + "'}";

        BotHealth health = TelegramReport.of(bot("{}"), answered(account), refused, NOW)
                .without(SecretRedactor.of(List.of(token)));

        assertThat(ProtocolCodec.tree(health).toString()).doesNotContain("AAF-secret");
        assertThat(TelegramReport.of(bot("{}"), long_, long_, NOW).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.detail()).hasSize(500).endsWith("…"));
    }

    private static BotStatus status(QueryOutcome me, QueryOutcome webhook) {
        return TelegramReport.of(bot("{}"), me, webhook, NOW).status();
    }

    private static BotRegistration bot(String options) {
        return new BotRegistration(
                "bot", "demo", BotPlatform.TELEGRAM, "bot", true, Map.of(), (ObjectNode) json(options), 1, null);
    }

    private static QueryOutcome answered(String json) {
        return new QueryOutcome.Answered(json(json));
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
