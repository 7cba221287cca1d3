package dev.agenthost.gateway.intake.telegram;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.im.telegram.inbound.TelegramFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the token of their bot. */
public final class TelegramDownloads {
    private final TelegramClient client;
    private final BotTokens tokens;

    public TelegramDownloads(TelegramClient client, BotTokens tokens) {
        this.client = client;
        this.tokens = tokens;
    }

    MessageFile file(BotRegistration bot, TelegramFile file) {
        return new MessageFile(
                file.uniqueId(),
                "file",
                file.mimeType(),
                file.name(),
                file.size(),
                most -> download(bot, file.fileId(), most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, String fileId, int most) {
        String token = tokens.of(bot);
        return token == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no token of the bot is configured"))
                : client.file(token, fileId, most);
    }
}
