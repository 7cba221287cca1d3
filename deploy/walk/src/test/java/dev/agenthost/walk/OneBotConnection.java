package dev.agenthost.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.onebot.OneBotMessage;
import dev.agenthost.testkit.onebot.ReverseSocket;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A bot by OneBot that the host cannot call: its events and the answers go over the connection that the implementation opens to one of two
 * replicas.
 */
interface OneBotConnection extends BoxScenario {
    String TOKEN = "token_of_onebot";
    /** The settings of every service for it. */
    Map<String, String> SETTINGS = Map.of("agenthost.secrets.\"ONEBOT_TOKEN\"", TOKEN);

    Duration LONG = Duration.ofMinutes(2);
    int PEOPLE = 12;

    @Test
    default void peopleAreAnsweredOverTheConnectionAlsoAfterItsReplicaDied() throws Exception {
        walk().awaitReady();
        register();
        try (ScriptedOneBot oneBot = new ScriptedOneBot(4000, TOKEN, "unused");
                ReverseSocket socket =
                        oneBot.connect(walk().box.frontDoor() + "/webhooks/onebot/behind-nat/ws", "Universal")) {
            until("the connection", socket::isOpen);
            report(oneBot, socket, 5000);
            until("the answers", () -> isAnswered(oneBot, 5000));

            int holder = replicaWithTheConnection();
            walk().box.kill("event-gateway", holder);
            until("the end of the connection", () -> !socket.closeCodes().isEmpty());
            until("another connection", socket::isOpen);
            report(oneBot, socket, 6000);
            until("the answers after the kill", () -> isAnswered(oneBot, 6000));

            assertThat(LongStream.concat(people(5000), people(6000)).mapToObj(this::chat))
                    .allSatisfy(chat -> assertThat(oneBot.messages(chat)).hasSize(1));
        }
    }

    private void register() {
        walk().demo.bind("behind-nat", walk().demo.agent("a-nat", Demo.ECHO, FrontDoor.JSON.createObjectNode()));
        ObjectNode bot =
                FrontDoor.JSON.createObjectNode().put("bot_id", "behind-nat").put("platform", "onebot");
        bot.putObject("secrets").putArray("token").add("ONEBOT_TOKEN");
        bot.putObject("options").put("self_id", 4000);
        assertThat(walk().door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
    }

    private void report(ScriptedOneBot oneBot, ReverseSocket socket, long first) {
        people(first).forEach(person -> assertThat(socket.report(
                        oneBot.privateMessage(person, JsonNodeFactory.instance.textNode("hello of " + person))))
                .as("the connection is open")
                .isTrue());
    }

    private boolean isAnswered(ScriptedOneBot oneBot, long first) {
        return people(first).allMatch(person -> oneBot.messages(chat(person)).stream()
                .map(OneBotMessage::text)
                .anyMatch(text -> text.contains("hello of " + person)));
    }

    private LongStream people(long first) {
        return LongStream.range(first, first + PEOPLE);
    }

    private String chat(long person) {
        return "person_" + person;
    }

    private void until(String what, Callable<Boolean> condition) {
        await(what).atMost(LONG).until(condition);
    }

    /** Returns the number of the replica whose address the directory has. */
    private int replicaWithTheConnection() throws SQLException {
        var database = walk().box.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var query = connection.createStatement();
                var rows = query.executeQuery("SELECT replica_url FROM gateway.bot_connections")) {
            assertThat(rows.next()).as("an entry in the directory").isTrue();
            String url = rows.getString(1);
            return walk().box.processes().stream()
                    .filter(process -> process.name().equals("event-gateway") && url.endsWith(":" + process.port()))
                    .findFirst()
                    .orElseThrow()
                    .replica();
        }
    }
}
