package dev.agenthost.runners.localagent;

import static dev.agenthost.runners.localagent.ConversationHost.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the model arguments of an agent's configuration, as they reach the host. */
class ModelArgumentsTest {
    /** Without a value in the configuration, the host decides. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|",
                "{'remove-think':null}|",
                "{'remove-think':'yes'}|",
                "{'remove-think':{'odd':1}}|",
                "{'remove-think':true}|true",
                "{'remove-think':false}|false"
            },
            quoteCharacter = '"')
    void thoughtsAreSpokenOfWhereTheConfigurationSpeaksOfThem(String said, Boolean sent) throws Exception {
        ConversationHost host = new ConversationHost();
        host.models.put("m1", request -> ConversationHost.answer("hi"));
        host.config.setAll(json(said));

        host.emit("hello");

        JsonNode asked = host.asked.getFirst().path("remove_think");
        assertThat(asked.isMissingNode() ? null : (Boolean) asked.booleanValue())
                .isEqualTo(sent);
    }

    @Test
    void extraArgumentsOfTheConfigurationAreTheCalls() throws Exception {
        ConversationHost host = new ConversationHost();
        host.models.put("m1", request -> ConversationHost.answer("hi"));
        host.config.set("extra-args", json("{'temperature':0}"));

        host.emit("hello");

        assertThat(host.asked)
                .extracting(request -> request.path("extra_args"))
                .isEqualTo(List.of(json("{'temperature':0}")));
    }
}
