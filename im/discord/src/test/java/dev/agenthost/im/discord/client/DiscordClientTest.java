package dev.agenthost.im.discord.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.calls.DiscordResponse;
import dev.agenthost.im.discord.inbound.DiscordFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.DiscordMessage;
import dev.agenthost.testkit.discord.ScriptedDiscord;
import dev.agenthost.testkit.discord.ScriptedDiscordGateway;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscordClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ScriptedDiscord discord;
    private DiscordClient client;
    private DiscordApp app;

    @BeforeEach
    void start() throws IOException {
        discord = new ScriptedDiscord("token-1");
        client = new DiscordClient(outbound("127.0.0.0/8"), Duration.ofSeconds(5));
        app = new DiscordApp(discord.apiUrl() + "/", "token-1");
        discord.write("82");
    }

    @AfterEach
    void stop() {
        discord.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aMessageIsShownAndItsIdIsReturned() {
        CallOutcome outcome = call(message("hello @everyone <@1>", "0"));

        DiscordMessage shown = discord.messages("82").getLast();
        assertThat(outcome).isEqualTo(new CallOutcome.Accepted(shown.id()));
        assertThat(shown.content()).isEqualTo("hello @\u200Beveryone \\<@1>");
        assertThat(shown.mentionsAnybody()).isFalse();
    }

    /** The key of a message holds for some minutes, as an interrupted send needs it. */
    @Test
    void aRepeatedMessageIsShownOnce() {
        discord.failNext(new DiscordFault.LostAnswer());
        assertThat(call(message("hello", "0"))).isInstanceOf(CallOutcome.Unclear.class);

        assertThat(call(message("hello", "0")))
                .isEqualTo(new CallOutcome.Accepted(
                        discord.messages("82").getLast().id()));
        assertThat(discord.messages("82")).hasSize(2);
        call(message("hello", "1"));
        assertThat(discord.messages("82")).hasSize(3);
        discord.pass(Duration.ofMinutes(10));
        call(message("hello", "0"));
        assertThat(discord.messages("82")).hasSize(4);
    }

    @Test
    void eachKindOfCallHasItsEffect() {
        String id = ((CallOutcome.Accepted) call(message("hello", "0"))).messageId();
        DiscordCall edit = new DiscordCall.Edit(
                "82", String.valueOf(id), FormattedText.plain("new"), JsonNodeFactory.instance.objectNode(), null);

        assertThat(call(edit)).isEqualTo(new CallOutcome.Accepted(id));
        assertThat(discord.messages("82").getLast().content()).isEqualTo("new");
        for (boolean isAdded : new boolean[] {true, false}) {
            for (String emoji : new String[] {"👍", "mmLol:216"}) {
                assertThat(call(new DiscordCall.Reaction("82", String.valueOf(id), emoji, isAdded)))
                        .isEqualTo(new CallOutcome.Accepted(null));
            }
            assertThat(discord.messages("82").getLast().reactions()).hasSize(isAdded ? 2 : 0);
        }
        assertThat(call(new DiscordCall.Typing("82"))).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(discord.typings()).isEqualTo(1);
        assertThat(call(new DiscordCall.Delete("82", String.valueOf(id)))).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(discord.messages("82")).hasSize(1);
        assertThat(call(new DiscordCall.Delete("82", String.valueOf(id))))
                .isEqualTo(new CallOutcome.Refused(DiscordAnswer.NO_MESSAGE, "10008 Unknown Message"));
    }

    @Test
    void aFileIsSentWithItsMessage() {
        byte[] content = "some bytes \u0000\r\n--x".getBytes(StandardCharsets.UTF_8);
        OutboundArtifact file = new OutboundArtifact("a1", "file", "text/plain", "a.txt", null, null, null);
        DiscordCall.Post post =
                new DiscordCall.Post("82", FormattedText.plain(""), JsonNodeFactory.instance.objectNode(), "0", file);

        assertThat(upload(post, file, content)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(discord.messages("82").getLast().files()).singleElement().isEqualTo(content);
        assertThat(upload(post, file, content)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(discord.messages("82")).hasSize(2);

        discord.limitFiles(3);
        assertThat(upload(post.at("1"), file, content))
                .isEqualTo(new CallOutcome.Refused(DiscordAnswer.TOO_LONG, "40005 Request entity too large"));
    }

    /** The headers state the bucket with each answer, the body the exact time of a call too many. */
    @Test
    void aCallTooManyWaitsAsThePlatformAsks() {
        discord.limitCalls(1, 60);

        DiscordResult first = result(message("one", "0"));
        DiscordResult second = result(message("two", "1"));

        assertThat(first.limit().isExhausted()).isTrue();
        assertThat(second.limit().bucket()).isEqualTo(first.limit().bucket()).isNotNull();
        assertThat(second.limit().scope()).isEqualTo("user");
        assertThat(second.outcome())
                .isInstanceOfSatisfying(CallOutcome.RetryAfter.class, wait -> assertThat(wait.delay())
                        .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60)));
        discord.failNext(new DiscordFault.TooManyRequests(0.25, "global"));
        DiscordResult third = result(message("three", "2"));
        assertThat(third.outcome()).isEqualTo(new CallOutcome.RetryAfter(Duration.ofMillis(250)));
        assertThat(third.limit().isGlobal()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"403,50001,403", "403,50013,403", "403,50007,403", "404,10003,403"})
    void aRefusalIsNamed(int status, int error, int code) {
        discord.refuse("82", status, error, "No");

        assertThat(call(message("x", "0"))).isEqualTo(new CallOutcome.Refused(code, error + " No"));
    }

    @Test
    void failuresAreClassified() {
        discord.failNext(new DiscordFault.ServerError());
        assertThat(call(message("x", "0"))).isInstanceOf(CallOutcome.Unclear.class);
        discord.failNext(new DiscordFault.LostCall());
        assertThat(call(message("x", "0"))).isInstanceOf(CallOutcome.Unclear.class);
        assertThat(discord.messages("82")).hasSize(1);
        assertThat(call(new DiscordApp(discord.apiUrl(), "other"), message("x", "0")))
                .isEqualTo(new CallOutcome.Refused(DiscordAnswer.UNAUTHORIZED, "0 401: Unauthorized"));
        assertThat(new DiscordClient(outbound(), LIMIT)
                        .call(app, message("x", "0"), "r/1", () -> true)
                        .await()
                        .atMost(LIMIT)
                        .outcome())
                .isInstanceOfSatisfying(CallOutcome.NotSent.class, refused -> assertThat(refused.mayRepeat())
                        .isFalse());
        assertThat(client.call(app, message("x", "0"), "r/1", () -> false)
                        .await()
                        .atMost(LIMIT)
                        .outcome())
                .isInstanceOf(CallOutcome.NotSent.class);
        assertThat(discord.messages("82")).hasSize(1);
        assertThat(app.toString()).doesNotContain("token-1");
    }

    @Test
    void aReplyToAMissingMessageIsRefusedOnlyIfItIsAskedFor() {
        DiscordCall.Post strict = message("x", "0");
        strict.rest().putObject("message_reference").put("message_id", "1");
        DiscordCall.Post lenient = message("y", "1");
        lenient.rest().putObject("message_reference").put("message_id", "1").put("fail_if_not_exists", false);

        assertThat(call(strict)).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                .isEqualTo(DiscordAnswer.NO_REPLY));
        assertThat(call(lenient)).isInstanceOf(CallOutcome.Accepted.class);
    }

    /** The second response is none, and an interaction is lost after 3 s. The token of the bot is not sent. */
    @Test
    void anInteractionHasOneResponseInThreeSeconds() {
        discord.interact("11", "tok", Instant.now());
        discord.interact("12", "tok", Instant.now().minusSeconds(4));
        DiscordCall respond =
                new DiscordCall.Respond(new DiscordInteraction("11", "tok", 3), new DiscordResponse.Message("Thanks"));
        DiscordCall late =
                new DiscordCall.Respond(new DiscordInteraction("12", "tok", 3), new DiscordResponse.DeferredUpdate());

        assertThat(call(respond)).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(call(respond)).isEqualTo(new CallOutcome.NotModified());
        assertThat(call(late)).isEqualTo(new CallOutcome.Refused(400, "10062 Unknown interaction"));
        assertThat(discord.response("11"))
                .hasValueSatisfying(
                        body -> assertThat(body.at("/data/content").asText()).isEqualTo("Thanks"));
    }

    @Test
    void theAddressOfTheGatewayIsAsked() {
        try (ScriptedDiscordGateway gateway = new ScriptedDiscordGateway("token-1")) {
            discord.connect(gateway);
            assertThat(client.gateway(app).await().atMost(LIMIT)).isInstanceOf(AddressAnswer.Address.class);
            gateway.leaveStarts(0);
            assertThat(client.gateway(app).await().atMost(LIMIT)).isInstanceOf(AddressAnswer.Limited.class);
            assertThat(client.gateway(new DiscordApp(discord.apiUrl(), "other"))
                            .await()
                            .atMost(LIMIT))
                    .isInstanceOf(AddressAnswer.Refused.class);
        }
        assertThat(client.query(app, "/users/@me").await().atMost(LIMIT))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().path("id").asText())
                        .isEqualTo("900"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://cdn.discordapp.com/attachments/1/2/a.png?ex=1,true",
        "https://media.discordapp.net/stickers/1.gif,true",
        "https://CDN.discordapp.com/x,true",
        "http://cdn.discordapp.com/x,false",
        "https://cdn.discordapp.com.evil.example/x,false",
        "https://evil.example/?cdn.discordapp.com,false",
        "https://cdn.discordapp.com@evil.example/x,false",
        "http://127.0.0.1:8080/files/x,true",
        "http://127.0.0.1:8081/files/x,false",
        "file:///etc/passwd,false",
        "'',false",
    })
    void onlyHostsOfThePlatformHaveFiles(String url, boolean isOfPlatform) {
        assertThat(DiscordFileDownload.isOfPlatform(new DiscordApp("http://127.0.0.1:8080/api", "t"), url))
                .isEqualTo(isOfPlatform);
    }

    @ParameterizedTest
    @CsvSource({
        "https://discord.com/api/v10,wss://gateway.discord.gg,true",
        "https://discord.com/api/v10,wss://gateway-us-east1-b.discord.gg/?v=10,true",
        "https://canary.discord.com/api/v10,wss://GATEWAY.discord.gg:443,true",
        "https://discord.com/api/v10,ws://gateway.discord.gg,false",
        "https://discord.com/api/v10,wss://evil.example,false",
        "https://DISCORD.com/api/v10,wss://evil.example/?.discord.gg,false",
        "https://discord.com/api/v10,wss://gateway.discord.gg@evil.example,false",
        "https://discord.com/api/v10,wss://discord.gg.evil.example,false",
        "https://discord.com/api/v10,wss://evildiscord.gg,false",
        "https://discord.com/api/v10,wss://[,false",
        "http://127.0.0.1:8080/api,ws://127.0.0.1:8081,true",
    })
    void theGatewayOfDiscordItselfIsAtItsOwnHosts(String apiUrl, String url, boolean isPermitted) {
        assertThat(new DiscordApp(apiUrl, "t").mayHaveGateway(url)).isEqualTo(isPermitted);
    }

    @Test
    void aFileIsDownloadedWithoutTheToken() {
        DiscordFileDownload download = new DiscordFileDownload(outbound("127.0.0.0/8"), LIMIT);
        // The API refuses a request without the token, and the agent of a bot.
        DiscordFile file = new DiscordFile("1", "file", "a", null, null, discord.apiUrl() + "/x");

        assertThat(download.download(app, file, 10).await().atMost(LIMIT))
                .isEqualTo(new FileAnswer.Refused("status 403"));
        assertThat(download.download(app, new DiscordFile("1", "file", "a", null, null, "https://evil.example/x"), 10)
                        .await()
                        .atMost(LIMIT))
                .isInstanceOf(FileAnswer.Elsewhere.class);
    }

    private CallOutcome upload(DiscordCall.Post post, OutboundArtifact file, byte[] content) {
        HttpBody.Pieces pieces =
                new HttpBody.Pieces(content.length, () -> Uni.createFrom().item(content));
        return client.upload(app, post, file, pieces, "r/1", LIMIT, () -> true)
                .await()
                .atMost(LIMIT)
                .outcome();
    }

    private static DiscordCall.Post message(String text, String place) {
        return new DiscordCall.Post(
                "82", FormattedText.plain(text), JsonNodeFactory.instance.objectNode(), place, null);
    }

    private CallOutcome call(DiscordCall call) {
        return call(app, call);
    }

    private CallOutcome call(DiscordApp as, DiscordCall call) {
        return client.call(as, call, "r/1", () -> true).await().atMost(LIMIT).outcome();
    }

    private DiscordResult result(DiscordCall call) {
        return client.call(app, call, "r/1", () -> true).await().atMost(LIMIT);
    }

    private static EgressClient outbound(String... allowed) {
        return new EgressClient(
                VERTX, new AddressPolicy(false, AllowList.parse(List.of(allowed))), 4, Duration.ofSeconds(2));
    }
}
