package dev.agenthost.im.lark.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.lark.oapi.core.request.EventReq;
import com.lark.oapi.event.CustomEventHandler;
import com.lark.oapi.event.EventDispatcher;
import com.lark.oapi.ws.Client;
import dev.agenthost.testkit.lark.LarkDelivery;
import dev.agenthost.testkit.lark.ScriptedLarkConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The client of the SDK at the scripted counterpart: what the counterpart does is what the SDK expects of Lark. */
class SdkConnectionTest {
    @Test
    void theClientOfTheSdkReceivesAndAnswersEvents() throws InterruptedException {
        List<String> received = new CopyOnWriteArrayList<>();
        EventDispatcher handlers = EventDispatcher.newBuilder("", "")
                .onCustomizedEvent("agenthost.test_v1", new CustomEventHandler() {
                    @Override
                    public void handle(EventReq event) {
                        received.add(new String(event.getBody(), StandardCharsets.UTF_8));
                        if (received.size() == 1) {
                            throw new IllegalStateException("the first attempt fails");
                        }
                    }
                })
                .build();
        try (ScriptedLarkConnection lark = new ScriptedLarkConnection("cli_a1", "secret")) {
            Client client = new Client.Builder("cli_a1", "secret")
                    .domain(lark.apiUrl())
                    .eventHandler(handlers)
                    .autoReconnect(false)
                    .build();
            client.start();
            await().atMost(Duration.ofSeconds(20)).until(() -> lark.connections() == 1);

            LarkDelivery whole = lark.deliver(event());
            assertThat(whole.await().path("code").asInt()).isEqualTo(200);
            assertThat(whole.codes()).containsExactly(500, 200);

            // The SDK may take several pieces as the last one, and answer each.
            lark.split(3);
            lark.deliver(event()).await();
            assertThat(received).hasSizeGreaterThan(2).allSatisfy(text -> assertThat(text)
                    .isEqualTo(event().toString()));
            await().atMost(Duration.ofSeconds(20)).until(() -> lark.pings() > 1);
        }
    }

    private static ObjectNode event() {
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("schema", "2.0");
        event.putObject("header").put("event_id", "e-1").put("event_type", "agenthost.test_v1");
        event.putObject("event").put("text", "héllo");
        return event;
    }
}
