package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A scripted Telegram whose bot event-gateway can poll, with the token of the secret {@code POLL_TOKEN}. */
public final class PolledTelegram implements QuarkusTestResourceLifecycleManager {
    static final String TOKEN = "4000:AAF-polled-secret";

    private static @Nullable ScriptedTelegram server;

    static ScriptedTelegram server() {
        return Objects.requireNonNull(server);
    }

    @Override
    public Map<String, String> start() {
        try {
            server = new ScriptedTelegram(TOKEN, "shop_bot");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Map.of(
                "agenthost.telegram.api-url", server().baseUrl(),
                "agenthost.telegram.poll-timeout", "2s",
                "agenthost.egress.allow", "127.0.0.1/32",
                "agenthost.secrets.\"POLL_TOKEN\"", TOKEN,
                "agenthost.secrets.\"WRONG_TOKEN\"", "4000:AAF-of-nobody");
    }

    @Override
    public void stop() {
        server().close();
    }

    /** Registers a bot that is polled with the token of that secret. */
    static void register(String botId, int version, String token, boolean enabled) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("user_id", 4000).put("username", "shop_bot").put("receive", "polling");
        BotRegistration bot = new BotRegistration(
                botId,
                "green",
                BotPlatform.TELEGRAM,
                botId,
                enabled,
                Map.of("token", List.of(token)),
                options,
                version,
                null);
        try (var producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.BOTS, botId, ProtocolCodec.encode(bot)));
        }
    }

    /** Calls a method of the Bot API as the owner of the bot. */
    static void call(String method, String parameters) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(
                    HttpRequest.newBuilder(URI.create(server().baseUrl() + "/bot" + TOKEN + "/" + method))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(parameters))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        }
    }
}
