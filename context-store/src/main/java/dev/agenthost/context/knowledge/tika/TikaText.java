package dev.agenthost.context.knowledge.tika;

import dev.agenthost.context.knowledge.document.DocumentKind;
import dev.agenthost.context.knowledge.text.Extracted;
import dev.agenthost.context.knowledge.text.TextExtractor;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts as they are. */
public final class TikaText implements TextExtractor {
    @Override
    public Extracted extract(byte[] bytes, DocumentKind kind) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new Extracted.Text(text.replace('\0', ' '));
        } catch (CharacterCodingException e) {
            return new Extracted.Unreadable("It is no UTF-8 text.");
        }
    }
}
