package dev.agenthost.gateway.intake.line;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.line.client.LineContentServer;
import dev.agenthost.im.line.client.LineFileDownload;
import dev.agenthost.im.line.inbound.LineFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the channel access token of their bot. */
public final class LineDownloads {
    private final LineFileDownload client;
    private final BotTokens tokens;

    public LineDownloads(LineFileDownload client, BotTokens tokens) {
        this.client = client;
        this.tokens = tokens;
    }

    /**
     * The type of a file is not in the event: context-store detects it.
     *
     * @param eventId the event that has the file
     * @param place of the file in its message
     */
    MessageFile file(BotRegistration bot, String eventId, int place, LineFile file) {
        return new MessageFile(
                eventId + "/" + place, file.kind(), null, file.name(), file.size(), most -> download(bot, file, most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, LineFile file, int most) {
        String token = tokens.of(bot);
        return token == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no channel access token is configured"))
                : client.download(LineContentServer.of(bot.options(), token), file, most);
    }
}
