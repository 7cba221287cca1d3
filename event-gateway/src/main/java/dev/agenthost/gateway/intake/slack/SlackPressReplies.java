package dev.agenthost.gateway.intake.slack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.im.chat.text.ChineseText;
import dev.agenthost.im.slack.client.ResponseUrlClient;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Shows the result of a pressed button to the person alone, because the answer to the request has no place for a text. Nobody waits for
 * it: a text that cannot be shown is only logged.
 */
public final class SlackPressReplies {
    private static final Logger LOG = Logger.getLogger(SlackPressReplies.class);

    private final ResponseUrlClient client;
    private final Semaphore capacity;

    /** @param capacity most texts under way; further ones are not shown */
    public SlackPressReplies(ResponseUrlClient client, int capacity) {
        this.client = client;
        this.capacity = new Semaphore(capacity);
    }

    /** @param interaction the payload of the pressed button */
    void show(BotRegistration bot, JsonNode interaction, PressNotice notice) {
        String url = interaction.path("response_url").textValue();
        if (url == null || !capacity.tryAcquire()) {
            LOG.warnf(
                    "the result of a pressed button is not shown: botId=%s (%s)",
                    bot.botId(), url == null ? "no response_url" : "too many at once");
            return;
        }
        // The address is the permission: no token is sent there.
        String apiUrl = SlackApp.of(bot.options(), "").apiUrl();
        client.show(apiUrl, url, notice.text(isChinese(interaction)))
                .onTermination()
                .invoke(capacity::release)
                .subscribe()
                .with(problem -> problem.ifPresent(why ->
                        LOG.warnf("the result of a pressed button is not shown: botId=%s (%s)", bot.botId(), why)));
    }

    /** The payload does not name the language of the person: it is that of the question. */
    private static boolean isChinese(JsonNode interaction) {
        String words = interaction.path("message").path("text").asText()
                + interaction.at("/actions/0/text/text").asText();
        return ChineseText.is(words);
    }
}
