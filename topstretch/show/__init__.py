"""How results look: text here, pages and plots beside it. These modules take results and compute nothing."""
