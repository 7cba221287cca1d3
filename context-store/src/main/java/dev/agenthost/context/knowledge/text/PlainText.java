package dev.agenthost.context.knowledge.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts as they are, in UTF-8. */
public final class PlainText implements TextExtractor {
    private static final char MARK = '\ufeff';

    @Override
    public Extracted extract(byte[] bytes) {
        try {
            CharBuffer text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            int from = text.length() > 0 && text.charAt(0) == MARK ? 1 : 0;
            return new Extracted.Text(Storable.lines(text.subSequence(from, text.length())));
        } catch (CharacterCodingException e) {
            return new Extracted.Unreadable("It is no UTF-8 text.");
        }
    }
}
