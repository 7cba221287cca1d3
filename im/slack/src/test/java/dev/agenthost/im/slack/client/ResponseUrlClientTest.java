package dev.agenthost.im.slack.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResponseUrlClientTest {
    private static final Vertx VERTX = Vertx.vertx();

    private SlackFileServer platform;

    @BeforeEach
    void start() throws IOException {
        platform = new SlackFileServer("xoxb-1");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aTextIsShownToThePersonAlone() throws JsonProcessingException {
        assertThat(show(platform.responseUrl(), true)).isEmpty();

        assertThat(platform.responses()).hasSize(1);
        assertThat(ProtocolCodec.mapper().readTree(platform.responses().getFirst()))
                .isEqualTo(
                        ProtocolCodec.mapper()
                                .readTree(
                                        "{\"response_type\":\"ephemeral\",\"replace_original\":false,\"text\":\"Thank you 谢谢\"}"));
    }

    @Test
    void aFailureIsNamedOnce() {
        platform.fail(404);

        assertThat(show(platform.responseUrl(), true)).hasValue("status 404");
        assertThat(platform.responses()).hasSize(1);
    }

    @Test
    void anotherHostIsNotCalled() throws IOException {
        try (SlackFileServer other = new SlackFileServer("xoxb-1")) {
            assertThat(show(other.responseUrl(), true)).hasValue("the response_url is not of the platform");
            assertThat(other.responses()).isEmpty();
        }
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(show(platform.responseUrl(), false)).isPresent();
        assertThat(platform.responses()).isEmpty();
    }

    private Optional<String> show(String url, boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        return new ResponseUrlClient(outbound, Duration.ofSeconds(5))
                .show(platform.apiUrl(), url, "Thank you 谢谢")
                .await()
                .atMost(Duration.ofSeconds(20));
    }
}
