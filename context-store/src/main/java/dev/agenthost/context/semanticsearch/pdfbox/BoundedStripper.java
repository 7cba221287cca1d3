package dev.agenthost.context.semanticsearch.pdfbox;

import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** PDFBox's stripper with a limit of glyphs, which it holds until the end of a page. */
final class BoundedStripper extends PDFTextStripper {
    private final DecompressionLimiter unpacked;

    BoundedStripper(DecompressionLimiter unpacked) {
        this.unpacked = unpacked;
        setLineSeparator("\n");
        setParagraphEnd("\n");
        setPageEnd("\n\n");
    }

    @Override
    public void processPage(PDPage page) throws IOException {
        unpacked.page();
        super.processPage(page);
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        unpacked.checkpoint();
        if (!operator.getName().equals(OperatorName.SET_FONT_AND_SIZE)) {
            super.processOperator(operator, operands);
            return;
        }
        unpacked.choosingFont(true);
        try {
            super.processOperator(operator, operands);
        } finally {
            unpacked.choosingFont(false);
        }
    }

    @Override
    protected void processTextPosition(TextPosition text) {
        if (unpacked.glyph()) {
            super.processTextPosition(text);
        }
    }
}
