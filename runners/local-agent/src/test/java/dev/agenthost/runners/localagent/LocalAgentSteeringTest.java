package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that reach the agent during its run. */
class LocalAgentSteeringTest extends LocalAgentFixture {
    @Test
    void whatIsSaidBetweenTwoRoundsIsToldToTheModelAndTheNextTurnStillBeginsWithTheBytesOfThisOne() throws Exception {
        steering("e-1", "and in red");
        host.models.put(
                "m1",
                request -> request.path("messages").size() == 2
                        ? calling("add", "{}")
                        : ConversationHost.answer("a red one"));

        assertThat(ConversationHost.messages(host.emit("draw a house"))).containsExactly("a red one");

        JsonNode second = host.asked.getLast().path("messages");
        assertThat(second).hasSize(5);
        assertThat(second.get(3).path("role").asText()).isEqualTo("tool");
        assertThat(second.get(4))
                .isEqualTo(host.asked
                        .getFirst()
                        .path("messages")
                        .get(1)
                        .<ObjectNode>deepCopy()
                        .put("content", "and in red"));
        List<String> first = ConversationHost.sent(host.asked.getFirst());
        host.models.put("m1", request -> ConversationHost.answer("ok"));
        host.emit("thank you");
        List<String> next = ConversationHost.sent(host.asked.getLast());
        assertThat(next.subList(0, first.size())).isEqualTo(first);
        assertThat(next.get(first.size())).contains("and in red");
    }

    @Test
    void aModelThatTakesNoImagesIsToldOfOneThatComesBetweenTwoRounds() throws Exception {
        steering("e-1", "like this");
        var pull = host.calls.get("steering_pull");
        host.calls.put("steering_pull", data -> {
            ObjectNode pulled = (ObjectNode) pull.apply(data);
            if (!pulled.path("items").isEmpty()) {
                ((ObjectNode) pulled.at("/items/0/input"))
                        .withArray("contents")
                        .add(ConversationHost.json("{'type':'text','text':'like this'}"))
                        .add(ConversationHost.json(
                                "{'type':'image_url','image_url':{'url':'https://x.example/i.png'}}"));
            }
            return pulled;
        });
        host.models.put("m1", request -> {
            if (request.toString().contains("image_")) {
                throw ConversationHost.refused("no_images");
            }
            return request.path("messages").size() == 2 ? calling("add", "{}") : ConversationHost.answer("I read only");
        });
        host.models.put("m2", host.models.get("m1"));

        assertThat(ConversationHost.messages(host.emit("draw a house"))).containsExactly("I read only");
        assertThat(ConversationHost.last(host.asked.getLast())).isEqualTo("like this\n[Images that you cannot see: 1]");
    }

    @Test
    void whatTheModelWasShownAlreadyIsNotToldAgain() throws Exception {
        host.keep("e-1", "user", "and in red");
        steering("e-1", "and in red");
        host.models.put(
                "m1",
                request ->
                        request.path("messages").size() == 3 ? calling("add", "{}") : ConversationHost.answer("done"));

        host.emit("draw a house");

        assertThat(ConversationHost.sent(host.asked.getLast()))
                .filteredOn(message -> message.contains("and in red"))
                .hasSize(1);
    }

    @Test
    void aHostThatCannotHandOverWhatWasSaidCostsNothing() throws Exception {
        steering("e-1", "and in red");
        host.calls.put("steering_pull", data -> {
            throw ConversationHost.refused("runtime_error");
        });
        host.models.put(
                "m1",
                request ->
                        request.path("messages").size() == 2 ? calling("add", "{}") : ConversationHost.answer("done"));

        assertThat(ConversationHost.messages(host.emit("draw a house"))).containsExactly("done");
        assertThat(ConversationHost.sent(host.asked.getLast())).hasSize(4);
    }

    @Test
    void nobodyIsAskedForWhatMayNotBeTakenIn() throws Exception {
        steering("e-1", "and in red");
        host.steered = false;
        host.calls.put("steering_pull", data -> {
            throw new AssertionError("it was asked for");
        });
        host.models.put(
                "m1",
                request ->
                        request.path("messages").size() == 2 ? calling("add", "{}") : ConversationHost.answer("done"));

        assertThat(ConversationHost.messages(host.emit("draw a house"))).containsExactly("done");
    }
}
