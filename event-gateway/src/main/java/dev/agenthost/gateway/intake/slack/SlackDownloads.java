package dev.agenthost.gateway.intake.slack;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackFileDownload;
import dev.agenthost.im.slack.inbound.SlackFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the token of their bot. */
public final class SlackDownloads {
    private final SlackFileDownload client;
    private final BotTokens tokens;

    public SlackDownloads(SlackFileDownload client, BotTokens tokens) {
        this.client = client;
        this.tokens = tokens;
    }

    /** The platform guesses the type of a file by its name: context-store detects it instead. */
    MessageFile file(BotRegistration bot, SlackFile file) {
        return new MessageFile(
                file.id(), file.kind(), null, file.name(), file.size(), most -> download(bot, file, most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, SlackFile file, int most) {
        String token = tokens.of(bot);
        return token == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no Bot User OAuth Token of the bot is configured"))
                : client.download(SlackApp.of(bot.options(), token), file, most);
    }
}
